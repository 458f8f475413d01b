import { fileURLToPath } from 'node:url'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const target = process.env.MUTATE

export default {
  // Tests resolve packages through workspace links, so a copy would not be tested. Files are restored at the end and by Ctrl-C.
  inPlace: true,
  mutate: [`packages/${target}/src/**/*.ts`, '!**/*.test.ts', '!packages/vault/src/vectors/**', '!**/testing/**'],
  plugins: ['@stryker-mutator/vitest-runner', here('ignorers.mjs')],
  ignorers: ['sentences', 'sample'],
  testRunner: 'vitest',
  vitest: { configFile: here('vitest.config.ts'), related: false },
  coverageAnalysis: 'perTest',
  // Mutants in module initialization run every test. The device's tests are slow: two thirds of the time for a quarter of the
  // places.
  ignoreStatic: target === 'device',
  // Generous: a busy machine is slow.
  timeoutMS: 60_000,
  dryRunTimeoutMinutes: 30,
  concurrency: Number(process.env.WORKERS ?? 1),
  reporters: ['clear-text', 'progress-append-only', 'json'],
  clearTextReporter: { logTests: false, reportTests: false, allowColor: false },
  jsonReporter: { fileName: `.cache/mutation/${target}.json` },
  tempDirName: '.cache/mutation/backup',
  thresholds: { high: 95, low: 90, break: 90 },
}
