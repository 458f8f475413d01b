import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const TESTS: Readonly<Record<string, readonly string[]>> = {
  vault: ['packages/vault/src/**/*.test.ts'],
  'data-token': ['packages/data-token/src/**/*.test.ts', 'kit/sdk/src/**/*.test.ts'],
  device: ['packages/device/src/**/*.test.ts', 'e2e/device/**/*.test.ts'],
}

/** One failing test is enough: first the files that noticed the last break, then the quickest. */
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
    // Damaged records against thousands of mutants would take a day; another file reads the sources, which are broken here. The
    // device's two repeat the others' flows on another database and with many entries.
    exclude: [
      '**/node_modules/**',
      '**/fuzz.test.ts',
      '**/misuse.test.ts',
      // Compares guides with sources, which Stryker marks.
      '**/documents.test.ts',
      '**/embedded-database.test.ts',
      '**/*.long.test.ts',
    ],
    globalSetup: ['packages/testing/src/global-setup.ts'],
    // Only mutants in module initialization need fresh modules.
    isolate: process.env['MUTATE'] !== 'device',
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
