import { expect, test } from 'vitest'
import { longestGap, newLedger, noteFailure } from './ledger.ts'

test.each([
  ['between two flows', [1_000, 2_000, 5_000, 7_500, 9_500], 3],
  ['from the last flow before it', [500, 8_000, 9_500], 7.5],
  ['until its end', [1_000, 2_000], 8],
])('the longest time without a flow is counted %s', (_case, finishedAt, seconds) => {
  expect(longestGap(finishedAt, 1_500, 10_000)).toBe(seconds)
})

test.each([
  ['Error: Expected 200, got 503: {}', 'try again'],
  ['Error: No request was started: 302 ', 'try again'],
  ['Error: socket hang up', 'cut off'],
  ['Error: Expected 200, got 500: {}', 'unexpected'],
])('%s is counted as: %s', (text, kind) => {
  const ledger = newLedger()
  noteFailure(ledger, text)
  expect(ledger.failures).toMatchObject([{ kind }])
})
