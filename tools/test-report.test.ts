import { describe, expect, test } from 'vitest'
import { addCounts, countTests, describeCounts } from './test-report.mjs'

describe('counting the tests of a run', () => {
  test('takes the numbers from the report of vitest', () => {
    const report = { numPassedTests: 7, numFailedTests: 0, numPendingTests: 1, numTodoTests: 1, testResults: [] }
    expect(countTests(report, 0)).toEqual({ passed: 7, failed: 0, skipped: 2 })
  })

  test('counts a file that could not be loaded as one failure', () => {
    const testResults = [
      { status: 'failed', assertionResults: [] },
      { status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] },
    ]
    expect(countTests({ numPassedTests: 1, numFailedTests: 1, testResults }, 1)).toEqual({
      passed: 1,
      failed: 2,
      skipped: 0,
    })
  })

  test('counts a run that left no report as one failure', () => {
    expect(countTests(undefined, 1)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  })

  test('counts a run that ended badly without a failed test as one failure', () => {
    expect(countTests({ numPassedTests: 3, numFailedTests: 0, testResults: [] }, 1).failed).toBe(1)
  })
})

describe('the last line', () => {
  test('is the sum of all runs, and names what was skipped only if something was', () => {
    const one = { passed: 2, failed: 0, skipped: 0 }
    expect(describeCounts(addCounts([one, one]))).toBe('4 passed, 0 failed')
    expect(describeCounts(addCounts([one, { ...one, skipped: 1 }]))).toBe('4 passed, 0 failed, 1 skipped')
  })
})
