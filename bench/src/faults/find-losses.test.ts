import { expect, test } from 'vitest'
import { findLosses } from './find-losses.ts'

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
