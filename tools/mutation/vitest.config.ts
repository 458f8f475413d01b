import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const TESTS: Readonly<Record<string, readonly string[]>> = {
  vault: ['packages/vault/src/**/*.test.ts'],
  'data-token': ['packages/data-token/src/**/*.test.ts', 'packages/sdk/src/**/*.test.ts'],
  device: ['packages/device/src/**/*.test.ts', 'e2e/device/**/*.test.ts'],
}

/** One test that notices is enough: first those of the files that noticed the last break, then the quickest files. */
class QuickestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = (file: TestSpecification) => {
      const { failed = false, duration = 0 } = this.ctx.cache.getTestSpecificationResult(file) ?? {}
      return failed ? -1 : duration
    }
    return files.toSorted((left, right) => rank(left) - rank(right))
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: QuickestFirst },
    include: [...(TESTS[process.env['MUTATE'] ?? ''] ?? [])],
    // Forty thousand damaged records against each of some thousand mutants would take a day; the other one reads
    // the sources, which are not themselves while they are broken. The device's two are the flows of the others once more,
    // on another database and with as many entries as there may be.
    exclude: [
      '**/node_modules/**',
      '**/fuzz.test.ts',
      '**/misuse.test.ts',
      '**/embedded-database.test.ts',
      '**/*.long.test.ts',
    ],
    globalSetup: ['packages/testing/src/global-setup.ts'],
    // Only what a module does as it is loaded asks for it to be loaded anew.
    isolate: process.env['MUTATE'] !== 'device',
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
