import { provideChromium } from './chromium.mjs'
import { run } from './command.mjs'
import { NO_TESTS, runVitest } from './test-report.mjs'

/**
 * A step answers with its exit code, what to show if it failed, and, where it ran tests, how many.
 * @typedef {{ code: number, output?: string, counts?: import('./test-report.mjs').TestCounts }} StepResult
 * @typedef {{ name: string, title: string, showsItself?: boolean, needs?: string, work: () => Promise<StepResult> }} Step
 */

/** @type {readonly Step[]} */
export const STEPS = [
  command('format', 'Format (biome)', 'biome', 'check', '.'),
  command('lint', 'Lint (oxlint, type-aware)', 'oxlint', '--type-aware'),
  command('types', 'Types', 'tsc', '--noEmit', '-p', '.'),
  command('types', 'Types of the consent client', 'tsc', '--noEmit', '-p', 'services/web'),
  command('types', 'Types of the browser tests', 'tsc', '--noEmit', '-p', 'e2e'),
  command('dead-code', 'Dead code (knip)', 'knip', '--treat-config-hints-as-errors'),
  command('docs', 'OpenAPI documents in sync', 'node', 'tools/openapi.ts', '--check'),
  command('docs', 'Guide to the settings in sync', 'node', 'tools/settings-guide.ts', '--check'),
  command('build', 'Build of the consent client', 'node', 'tools/build.ts'),
  { name: 'unit', title: 'Unit and flow tests', showsItself: true, needs: 'build', work: () => runVitest('unit') },
  { name: 'browser', title: 'Browser tests', showsItself: true, needs: 'build', work: runBrowserTests },
]

/** What `npm run check` leaves out. */
export const BROWSER_STEPS = ['browser']

/**
 * @param {string} name
 * @param {string} title
 * @param {string} program
 * @param {readonly string[]} parameters
 * @returns {Step}
 */
function command(name, title, program, ...parameters) {
  return { name, title, work: () => run(program, parameters) }
}

/**
 * Without a browser the tests have failed, not vanished.
 * @returns {Promise<StepResult>}
 */
async function runBrowserTests() {
  try {
    return await runVitest('browser', { CHROMIUM_PATH: await provideChromium() })
  } catch (error) {
    return {
      code: 1,
      output: error instanceof Error ? error.message : String(error),
      counts: { ...NO_TESTS, failed: 1 },
    }
  }
}
