import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type TestCounts = {
  readonly passed: number
  readonly failed: number
  /** Names of skipped tests, which give the reason. */
  readonly skipped: readonly string[]
}

/** The fields used of vitest's JSON report. */
export type VitestReport = {
  readonly numPassedTests?: number
  readonly numFailedTests?: number
  readonly testResults?: readonly {
    readonly status: string
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[]
  }[]
}

const NOT_RUN = new Set(['pending', 'skipped', 'todo', 'disabled'])

/**
 * A file that could not even be loaded holds no test that failed; it counts as one, and so does a run that ended badly
 * without naming a test (an unhandled error, a crash), or that had no test.
 */
export function countTests(report: VitestReport | undefined, code: number): TestCounts {
  const files = report?.testResults ?? []
  const broken = files.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  )
  const tests = files.flatMap(({ assertionResults }) => assertionResults)
  const passed = report?.numPassedTests ?? 0
  const failed = (report?.numFailedTests ?? 0) + broken.length
  return {
    passed,
    failed: failed === 0 && (code !== 0 || passed === 0) ? 1 : failed,
    skipped: tests.filter(({ status }) => NOT_RUN.has(status)).map(({ fullName }) => fullName),
  }
}

/** The last line of a run, which CI reads. */
export function describeCounts({ passed, failed, skipped }: TestCounts): string {
  return `${passed} passed, ${failed} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`
}

/**
 * The long test files below a folder, each with what its first line says that it covers.
 * @throws Error for one without that line
 */
export function listLongTests(root: string): readonly string[] {
  const exclude = ['**/node_modules/**', '**/dist/**']
  return globSync('**/*.long.test.ts', { cwd: root, exclude })
    .toSorted()
    .map((file) => {
      const [, covers] = /^\/\/ Long: (.+)\.\n/.exec(readFileSync(join(root, file), 'utf8')) ?? []
      if (!covers) throw new Error(`${file} must begin with "// Long: " and what it covers.`)
      return `${file}: ${covers}`
    })
}
