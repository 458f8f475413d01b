import { hashClaimValue } from '@countersign/data-token'
import { type AppKey, newAppKey } from '@countersign/data-token/testing'
import { startBeforeAll } from '@countersign/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { sealClaims, startTestProvider } from '../test/provider.ts'
import type { CountersignSettings } from './checked-settings.ts'
import { createCountersign } from './countersign.ts'

const CLAIMS = { email: 'ada@example.org', name: 'Ada Lovelace' }
const SALT = Buffer.alloc(32, 7).toString('base64url')

/** An attestation of the address, with a prefix. */
async function attested(before = '', claim = 'email') {
  const value_sha256 = (await hashClaimValue(SALT, `${before}${CLAIMS.email}`)) ?? ''
  return { claim, value_sha256, method: 'email_code', verified_at: 1_700_000_000, until: 1_730_000_000 }
}

const provider = startBeforeAll(startTestProvider)
let app: AppKey
beforeAll(async () => {
  app = await newAppKey()
})

function connect(changes: Partial<CountersignSettings> = {}) {
  const claimsDecryptionKey = JSON.stringify(app.privateJwk)
  return createCountersign({ ...provider.registered, claimsDecryptionKey, ...changes })
}

/** A data token around sealed claims, with changes inside and outside the seal. */
async function sealedToken(inner: object = {}, outer: object = {}, key = app) {
  return provider.makeDataToken({ ...(await sealClaims(key, { inner })), ...outer })
}

describe('sealed claims:', () => {
  test('an app reads those of its old and its new key during a rotation', async () => {
    const next = await newAppKey('X25519')
    const countersign = connect({ claimsDecryptionKey: JSON.stringify({ keys: [next.privateJwk, app.privateJwk] }) })
    for (const key of [app, next]) {
      await expect(countersign.readClaims(await sealedToken({}, {}, key))).resolves.toHaveProperty('claims', CLAIMS)
    }
  })

  test.each([
    ['from the token of another person', { sub: 'person-2' }, 'another person'],
    ['from the token of another app', { aud: 'app-2' }, 'another app'],
    ['from the token of another request', { auth_request_id: 'earlier' }, 'another request'],
    ['with a claim that the token does not name', { claims: { ...CLAIMS, phone: '+49 1' } }, 'names'],
    ['without a claim that the token names', { claims: { email: CLAIMS.email } }, 'names'],
  ])('refuses sealed claims that were cut and pasted %s', async (_case, inner, words) => {
    await expect(connect().readClaims(await sealedToken(inner))).rejects.toMatchObject({
      name: 'SignInError',
      code: 'foreign_claims',
      message: expect.stringContaining(words),
    })
  })

  test('is told of an address that was verified how and when', async () => {
    const token = await sealedToken({ salts: { email: SALT } }, { claim_attestations: [await attested()] })
    await expect(connect().readClaims(token)).resolves.toMatchObject({
      emailVerified: true,
      phoneNumberVerified: false,
      verifications: {
        email: { method: 'email_code', verifiedAt: new Date(1_700_000_000_000), until: new Date(1_730_000_000_000) },
      },
    })
  })

  test.each<[string, Record<string, unknown>, () => Promise<Record<string, unknown>>]>([
    [
      'another value was sealed than the one that was verified',
      { email: SALT },
      async () => ({ claim_attestations: [await attested('eve')] }),
    ],
    ['the salt is missing', {}, async () => ({ claim_attestations: [await attested()] })],
    ['nothing but a flag outside the seal says so', { email: SALT }, async () => ({ email_verified: true })],
    [
      'the phone number was verified and not the address',
      { email: SALT },
      async () => ({ claim_attestations: [await attested('', 'phone')] }),
    ],
  ])('is told that an address is not verified where %s', async (_case, salts, outer) => {
    await expect(connect().readClaims(await sealedToken({ salts }, await outer()))).resolves.toMatchObject({
      emailVerified: false,
      phoneNumberVerified: false,
      verifications: {},
    })
  })

  test('refuses claims in the open, unless it says that it takes them', async () => {
    const plain = provider.makeDataToken()
    await expect(connect().readClaims(plain)).rejects.toMatchObject({
      code: 'plain_claims',
      message: expect.stringContaining('allowPlainClaims'),
    })
    const lenient = connect({ allowPlainClaims: true })
    await expect(lenient.readClaims(plain)).resolves.toHaveProperty('claims', CLAIMS)
    await expect(lenient.readClaims(await sealedToken())).resolves.toHaveProperty('claims', CLAIMS)
  })

  test('is told which setting to mend when the key is missing or another one', async () => {
    const token = await sealedToken()
    const plain = connect({ claimsDecryptionKey: undefined, allowPlainClaims: true })
    await expect(plain.readClaims(token)).rejects.toMatchObject({
      code: 'unknown_claims_key',
      message: expect.stringContaining('claimsDecryptionKey'),
    })
    const other = JSON.stringify((await newAppKey()).privateJwk)
    await expect(connect({ claimsDecryptionKey: other }).readClaims(token)).rejects.toMatchObject({
      code: 'unknown_claims_key',
      message: expect.stringContaining('another key than this app has'),
    })
  })

  test('has to say so if it wants to do without a key', () => {
    expect(() => connect({ claimsDecryptionKey: undefined })).toThrow(/keepClaimsKey.*allowPlainClaims/)
  })

  test.each(['', 'not-json', '{"keys":[]}', '{"kty":"EC","crv":"P-256","x":"x","y":"y","d":"d"}'])(
    'is refused at its start with the key %j, which is not quoted',
    (claimsDecryptionKey) => {
      expect(() => connect({ claimsDecryptionKey })).toThrow(TypeError)
      expect(() => connect({ claimsDecryptionKey })).toThrow(/^claimsDecryptionKey (must|holds)[^{]*$/)
    },
  )
})
