import { existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from './command.mjs'

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} TestCounts
 * @typedef {{ status: string, assertionResults: readonly { status: string }[] }} TestFile
 * @typedef {{ numPassedTests?: number, numFailedTests?: number, numPendingTests?: number, numTodoTests?: number,
 *   testResults?: readonly TestFile[] }} VitestReport
 */

/** @type {Readonly<TestCounts>} */
export const NO_TESTS = Object.freeze({ passed: 0, failed: 0, skipped: 0 })

/**
 * Runs one of vitest's projects in full view and counts its tests from vitest's own report.
 * @param {string} project
 * @param {Record<string, string>} [env]
 * @returns {Promise<{ code: number, counts: TestCounts }>}
 */
export async function runVitest(project, env = {}) {
  const file = join(tmpdir(), `countersign-tests-${process.pid}-${project}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  // Colours would hide the numbers from a program that reads the log.
  const plain = process.stdout.isTTY ? {} : { NO_COLOR: '1' }
  const { code } = await run('vitest', ['run', '--project', project, ...reporters], {
    show: true,
    env: { ...plain, ...env },
  })
  try {
    const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
    return { code, counts: countTests(report, code) }
  } finally {
    rmSync(file, { force: true })
  }
}

/**
 * A file that could not even be loaded holds no test that failed; it counts as one, and so does a run that ended badly
 * without naming a test (an unhandled error, a crash, no test found).
 * @param {VitestReport | undefined} report
 * @param {number} code
 * @returns {TestCounts}
 */
export function countTests(report, code) {
  const files = report?.testResults ?? []
  const broken = files.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  )
  const failed = (report?.numFailedTests ?? 0) + broken.length
  return {
    passed: report?.numPassedTests ?? 0,
    failed: code !== 0 && failed === 0 ? 1 : failed,
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
  }
}

/**
 * @param {readonly TestCounts[]} counts
 * @returns {TestCounts}
 */
export function addCounts(counts) {
  return counts.reduce(
    (sum, each) => ({
      passed: sum.passed + each.passed,
      failed: sum.failed + each.failed,
      skipped: sum.skipped + each.skipped,
    }),
    NO_TESTS,
  )
}

/**
 * The last line of a run, which CI reads.
 * @param {TestCounts} counts
 */
export function describeCounts({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
