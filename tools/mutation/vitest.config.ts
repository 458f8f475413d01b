import { defineConfig } from 'vitest/config'

const TESTS: Readonly<Record<string, readonly string[]>> = {
  vault: ['packages/vault/src/**/*.test.ts'],
  'data-token': ['packages/data-token/src/**/*.test.ts', 'packages/sdk/src/**/*.test.ts'],
  device: ['packages/device/src/**/*.test.ts', 'e2e/device/**/*.test.ts'],
}

export default defineConfig({
  test: {
    include: [...(TESTS[process.env['MUTATE'] ?? ''] ?? [])],
    // A hundred thousand damaged records against each of some thousand mutants would take a day; the other one reads
    // the sources, which are not themselves while they are broken. The device's two are the flows of the others once more,
    // on another database and with as many entries as there may be.
    exclude: [
      '**/node_modules/**',
      '**/fuzz.test.ts',
      '**/misuse.test.ts',
      '**/embedded-database.test.ts',
      '**/large-vault.test.ts',
    ],
    globalSetup: ['packages/testing/src/global-setup.ts'],
    // Only what a module does as it is loaded asks for it to be loaded anew.
    isolate: process.env['SAMPLE'] === undefined,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
