import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { toBase64url } from './base64url.ts'
import { gestureChallenge } from './gesture-challenge.ts'
import { encodeList } from './vectors/noble-reference.ts'

const bytes = new Uint8Array(32).fill(7)
const nonce = toBase64url(bytes)
const unlockId = '0f4c2f64-9c0a-4f67-8d3c-3a0a4f1f2b11'

test.each([
  ['a record', { act: 'remove_method', unlock_id: unlockId }, unlockId],
  ['no record', { act: 'sign_in' }, ''],
])(
  'the challenge of a gesture that means %s is the hash of the nonce and of what it is for',
  async (_, purpose, id) => {
    const expected = createHash('sha256').update(encodeList('countersign/v1/gesture', bytes, purpose.act, id))
    expect(await gestureChallenge(nonce, purpose)).toBe(expected.digest('base64url'))
  },
)

test('no two purposes, and no two nonces, have one challenge', async () => {
  const challenges = await Promise.all([
    gestureChallenge(nonce, { act: 'sign_in' }),
    gestureChallenge(nonce, { act: 'remove_method' }),
    gestureChallenge(nonce, { act: 'remove_method', unlock_id: unlockId }),
    gestureChallenge(nonce, { act: `remove_method${unlockId}` }),
    gestureChallenge(toBase64url(new Uint8Array(32).fill(8)), { act: 'sign_in' }),
  ])
  expect(new Set(challenges).size).toBe(challenges.length)
})
