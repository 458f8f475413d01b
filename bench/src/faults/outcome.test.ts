import { expect, test } from 'vitest'
import { longestGap, newLedger, noteFailure } from './ledger.ts'
import { findLosses } from './outcome.ts'

const kept = {
  tokens: { acknowledged: 9_958, lost: 0 },
  approvals: { acknowledged: 9_962, lost: 0 },
  vaults: { acknowledged: 924, lost: 0 },
}

test('a run that loses nothing passes', () => {
  expect(findLosses(kept)).toEqual([])
})

test.each(['tokens', 'approvals', 'vaults'] as const)('one loss among the %s fails a run', (what) => {
  const lossy = { ...kept, [what]: { ...kept[what], lost: 1 } }
  expect(findLosses(lossy)).toEqual([`Of ${kept[what].acknowledged} ${what} that were acknowledged, 1 are lost.`])
})

test('a run in which no token was acknowledged fails', () => {
  expect(findLosses({ ...kept, tokens: { acknowledged: 0, lost: 0 } })).toEqual([
    'No tokens were acknowledged, so nothing was tried.',
  ])
})

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
