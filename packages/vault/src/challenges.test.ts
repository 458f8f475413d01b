import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { toBase64url } from './base64url.ts'
import { gestureChallenge, presentationNonce } from './challenges.ts'
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

test('gesture challenges differ by purpose and nonce', async () => {
  const challenges = await Promise.all([
    gestureChallenge(nonce, { act: 'sign_in' }),
    gestureChallenge(nonce, { act: 'remove_method' }),
    gestureChallenge(nonce, { act: 'remove_method', unlock_id: unlockId }),
    gestureChallenge(nonce, { act: `remove_method${unlockId}` }),
    gestureChallenge(toBase64url(new Uint8Array(32).fill(8)), { act: 'sign_in' }),
  ])
  expect(new Set(challenges).size).toBe(challenges.length)
})

const PRESENTED = {
  provider: 'https://id.example',
  audience: 'app-1',
  authRequestId: '7f6c1a52-8ab3-4c27-9d41-1f2f6a3f7c11',
}

test('the presentation nonce matches the example in the guide for apps', async () => {
  expect(await presentationNonce(PRESENTED)).toBe('vPWuDl_6bV3T2cQBu_pStYMg6bLCFxNWv6c-GP38-w4')
})

test('presentation nonces differ by provider, app and request, even with shifted boundaries', async () => {
  const nonces = await Promise.all(
    [
      PRESENTED,
      { ...PRESENTED, provider: 'https://id.example.org' },
      { ...PRESENTED, authRequestId: 'another' },
      { ...PRESENTED, audience: `1${PRESENTED.authRequestId}`, authRequestId: '' },
      { ...PRESENTED, audience: '', authRequestId: `app-1${PRESENTED.authRequestId}` },
    ].map(presentationNonce),
  )
  expect(new Set(nonces).size).toBe(nonces.length)
})
