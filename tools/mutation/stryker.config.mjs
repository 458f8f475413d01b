/** Which package is broken, and what is asked whether it notices: `npm run mutation -- vault`. */
import { fileURLToPath } from 'node:url'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const target = process.env.MUTATE

export default {
  // The tests reach the packages through the workspace's links, so a copy elsewhere would not be what they run. The
  // files are put back at the end, and by Ctrl-C.
  inPlace: true,
  mutate: [`packages/${target}/src/**/*.ts`, '!**/*.test.ts', '!packages/vault/src/vectors/**', '!**/testing/**'],
  plugins: ['@stryker-mutator/vitest-runner', here('sentences.mjs'), here('sample.mjs')],
  ignorers: ['sentences', 'sample'],
  testRunner: 'vitest',
  vitest: { configFile: here('vitest.config.ts'), related: false },
  coverageAnalysis: 'perTest',
  // What a module does as it is loaded asks every test. Those of the device are slow: two thirds of the time for a quarter
  // of the places, which are left out.
  ignoreStatic: target === 'device',
  // A busy machine is slow, not wrong: time counts against a break only where nothing ends it.
  timeoutMS: 60_000,
  dryRunTimeoutMinutes: 30,
  concurrency: Number(process.env.WORKERS ?? 1),
  reporters: ['clear-text', 'progress-append-only', 'json'],
  clearTextReporter: { logTests: false, reportTests: false, allowColor: false },
  jsonReporter: { fileName: `.cache/mutation/${target}.json` },
  tempDirName: '.cache/mutation/backup',
  thresholds: { high: 95, low: 90, break: 90 },
}
