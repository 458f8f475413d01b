import { defineConfig } from 'vitest/config'

const TESTS: Readonly<Record<string, readonly string[]>> = {
  vault: ['packages/vault/src/**/*.test.ts'],
  'data-token': ['packages/data-token/src/**/*.test.ts', 'packages/sdk/src/**/*.test.ts'],
  device: ['packages/device/src/**/*.test.ts', 'e2e/device/**/*.test.ts'],
}

export default defineConfig({
  test: {
    include: [...(TESTS[process.env['MUTATE'] ?? ''] ?? [])],
    // Forty thousand damaged records against each of some thousand mutants would take a day; the other one reads
    // the sources, which are not themselves while they are broken.
    exclude: ['**/node_modules/**', '**/fuzz.test.ts', '**/misuse.test.ts'],
    globalSetup: ['packages/testing/src/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
