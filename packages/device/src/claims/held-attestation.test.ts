import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { isCredential } from '../credentials/credential-item.ts'
import { findAttestation, withAttestation } from './held-attestation.ts'

const NOW_SECONDS = 1_800_000_000
const HOLDER = { userId: 'ada', now: NOW_SECONDS * 1_000 }
const VALUE = 'ada@example.com'
const SALT = Buffer.alloc(16, 7).toString('base64url')

const PAYLOAD = {
  sub: 'ada',
  claim: 'email',
  value_sha256: createHash('sha256').update(Buffer.from(SALT, 'base64url')).update(VALUE).digest('base64url'),
  method: 'mail',
  iat: NOW_SECONDS - 60,
  exp: NOW_SECONDS + 1,
}

const jwtOf = (payload: unknown) => `e30.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.AA`

const itemWith = (meta: Readonly<Record<string, string>>) => ({
  id: 'item',
  rev: 1,
  kind: 'claim',
  name: 'email',
  value: VALUE,
  meta,
})

describe('the attestation of an entry', () => {
  test('is found with its method and dates', async () => {
    const jwt = jwtOf(PAYLOAD)
    expect(await findAttestation(itemWith(withAttestation({}, { jwt, salt: SALT })), HOLDER)).toEqual({
      claim: 'email',
      jwt,
      salt: SALT,
      verification: { method: 'mail', at: '2027-01-15T07:59:00.000Z', until: '2027-01-15T08:00:01.000Z' },
    })
  })

  const noted = (payload: unknown) => withAttestation({}, { jwt: jwtOf(payload), salt: SALT })

  test.each([
    ['is of another user', noted({ ...PAYLOAD, sub: 'eve' })],
    ['is of another claim', noted({ ...PAYLOAD, claim: 'phone' })],
    ['has no method', noted({ ...PAYLOAD, method: 1 })],
    ['has no date', noted({ ...PAYLOAD, iat: 'now' })],
    ['has no end', noted({ ...PAYLOAD, exp: '2027' })],
    ['ends now', noted({ ...PAYLOAD, exp: NOW_SECONDS })],
    ['is of another value', noted({ ...PAYLOAD, value_sha256: 'AA' })],
    ['has no salt', { attestation: jwtOf(PAYLOAD) }],
    ['is a salt alone', { attestation_salt: SALT }],
    ['has a salt that is not base64url', { attestation: jwtOf(PAYLOAD), attestation_salt: '***' }],
    ['is not a JWT', { attestation: 'text', attestation_salt: SALT }],
    ['is a JWT of null', noted(null)],
  ])('is ignored if it %s', async (_case, meta) => {
    expect(await findAttestation(itemWith(meta), HOLDER)).toBeUndefined()
  })
})

test.each([
  ['credential', {}, true],
  ['conflict', { conflict_kind: 'credential' }, true],
  ['conflict', { conflict_kind: 'claim' }, false],
  ['claim', { conflict_kind: 'credential' }, false],
])('an item of kind %s with %j is a credential: %s', (kind, meta, isOne) => {
  expect(isCredential({ kind, meta })).toBe(isOne)
})
