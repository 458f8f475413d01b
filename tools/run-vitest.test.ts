import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { countTests, describeCounts, listLongTests, listUnsteady } from './run-vitest.ts'

describe('counting the tests of a run', () => {
  test('takes the numbers from the report of vitest, and the names of what was not run', () => {
    const assertionResults = [
      { status: 'passed', fullName: 'a' },
      { status: 'skipped', fullName: 'b (not run: no cluster given)' },
      { status: 'todo', fullName: 'c' },
    ]
    const report = { numPassedTests: 7, numFailedTests: 0, testResults: [{ status: 'passed', assertionResults }] }
    expect(countTests(report, 0)).toEqual({
      passed: 7,
      failed: 0,
      skipped: ['b (not run: no cluster given)', 'c'],
      leftOut: 0,
    })
  })

  test('counts apart what the rank of a run leaves out', () => {
    const assertionResults = [
      { status: 'passed', fullName: 'a', tags: [] },
      { status: 'skipped', fullName: 'b (not run: as root)', tags: [] },
      { status: 'skipped', fullName: 'c', tags: ['pages'] },
    ]
    const report = { numPassedTests: 1, testResults: [{ status: 'passed', assertionResults }] }
    expect(countTests(report, 0, 'first')).toMatchObject({ skipped: ['b (not run: as root)'], leftOut: 1 })
    expect(countTests(report, 0, 'second')).toMatchObject({ skipped: ['c'], leftOut: 1 })
  })

  test('counts a file that could not be loaded as one failure', () => {
    const testResults = [
      { status: 'failed', assertionResults: [] },
      {
        status: 'failed',
        assertionResults: [
          { status: 'failed', fullName: 'a' },
          { status: 'passed', fullName: 'b' },
        ],
      },
    ]
    expect(countTests({ numPassedTests: 1, numFailedTests: 1, testResults }, 1)).toEqual({
      passed: 1,
      failed: 2,
      skipped: [],
      leftOut: 0,
    })
  })

  test('counts a run that left no report as one failure', () => {
    expect(countTests(undefined, 1)).toEqual({ passed: 0, failed: 1, skipped: [], leftOut: 0 })
  })

  test('counts a run that ended badly without a failed test as one failure, and so one without a test', () => {
    expect(countTests({ numPassedTests: 3, numFailedTests: 0, testResults: [] }, 1).failed).toBe(1)
    expect(countTests({ numPassedTests: 0, numFailedTests: 0, testResults: [] }, 0).failed).toBe(1)
  })
})

test('of several runs those tests are listed that passed and failed', () => {
  const report = (...statuses: readonly string[]) => {
    const assertionResults = statuses.map((status, index) => ({ status, fullName: `test ${index}` }))
    return { testResults: [{ name: 'a.test.ts', status: 'failed', assertionResults }] }
  }
  const reports = [report('passed', 'failed', 'passed', 'skipped'), report('failed', 'failed', 'passed', 'passed')]
  expect(listUnsteady(reports)).toEqual(['a.test.ts: test 0'])
})

test('the last line names what was skipped only if something was', () => {
  expect(describeCounts({ passed: 4, failed: 0, skipped: [], leftOut: 0 })).toBe('4 passed, 0 failed')
  expect(describeCounts({ passed: 4, failed: 1, skipped: ['a', 'b'], leftOut: 0 })).toBe(
    '4 passed, 1 failed, 2 skipped',
  )
})

test('every long test file says in its first line what it covers', () => {
  const list = listLongTests(join(import.meta.dirname, '..'))
  expect(list).toContain('tools/release/reproducible.long.test.ts: a release made twice, byte for byte')
})
