/**
 * `npm test`: installs what is missing and runs every check, all of them even when one fails.
 *   --without-browser   leaves the browser tests out
 *   --only <step>       runs one step (and what it needs): format, lint, types, dead-code, docs, unit, build, browser
 *   --verbose           shows what every step says, not only what a failed one does
 */
import { parseArgs } from 'node:util'
import { installPackages } from './install.mjs'
import { outcomeLine, withProgress } from './progress.mjs'
import { addCounts, describeCounts } from './test-report.mjs'
import { BROWSER_STEPS, STEPS } from './test-steps.mjs'

/**
 * @typedef {import('./test-steps.mjs').Step} Step
 * @typedef {{ title: string, code: number, line: string, counts: import('./test-report.mjs').TestCounts | undefined }} Outcome
 */

const { values: flags } = parseArgs({
  options: { 'without-browser': { type: 'boolean' }, only: { type: 'string' }, verbose: { type: 'boolean' } },
})

try {
  const steps = chooseSteps()
  await installPackages()
  /** @type {Outcome[]} */
  const outcomes = []
  for (const step of steps) outcomes.push(await runStep(step))
  process.exitCode = report(outcomes)
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`)
  process.exitCode = 1
}

function chooseSteps() {
  if (flags['without-browser']) return STEPS.filter(({ name }) => !BROWSER_STEPS.includes(name))
  if (flags.only === undefined) return STEPS
  const needed = STEPS.filter(({ name }) => name === flags.only).flatMap(({ name, needs }) => [name, needs])
  if (needed.length > 0) return STEPS.filter(({ name }) => needed.includes(name))
  throw new Error(
    `There is no step "${flags.only}". There are: ${[...new Set(STEPS.map(({ name }) => name))].join(', ')}.`,
  )
}

/**
 * @param {Step} step
 * @returns {Promise<Outcome>}
 */
async function runStep({ title, showsItself, work }) {
  const startedAt = performance.now()
  if (showsItself) process.stdout.write(`\n  ▸ ${title}\n`)
  const result = showsItself
    ? await settle(work)
    : await withProgress(title, () => settle(work), { isGood: ({ code }) => code === 0 })
  if (result.output && (flags.verbose || result.code !== 0)) process.stdout.write(`\n${result.output.trimEnd()}\n\n`)
  const outcome = result.code === 0 ? 'ok' : 'failed'
  if (showsItself) process.stdout.write(`${outcomeLine(title, startedAt, outcome)}\n\n`)
  return { title, code: result.code, counts: result.counts, line: outcomeLine(title, startedAt, outcome) }
}

/**
 * A step that throws has failed; the ones after it still run.
 * @param {Step['work']} work
 */
async function settle(work) {
  try {
    return await work()
  } catch (error) {
    return { code: 1, output: messageOf(error) }
  }
}

/**
 * Prints the summary, with the counts as the very last line, and returns the exit code.
 * @param {readonly Outcome[]} outcomes
 */
function report(outcomes) {
  const counted = outcomes.flatMap((outcome) => outcome.counts ?? [])
  const counts = addCounts(counted)
  const isEmpty = counted.length > 0 && counts.passed + counts.failed === 0
  const failed = outcomes.filter(({ code }) => code !== 0).map(({ title }) => title)
  process.stdout.write(`\nSummary\n${outcomes.map(({ line }) => line).join('\n')}\n\n`)
  if (failed.length > 0) process.stdout.write(`Failed: ${failed.join(', ')}\n`)
  if (isEmpty) process.stdout.write('Failed: no test was found.\n')
  if (counted.length > 0) process.stdout.write(`${describeCounts(counts)}\n`)
  return failed.length > 0 || isEmpty || counts.failed > 0 ? 1 : 0
}

/** @param {unknown} error */
function messageOf(error) {
  return error instanceof Error ? error.message : String(error)
}
