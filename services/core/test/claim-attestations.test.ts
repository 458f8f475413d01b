import { randomBytes } from 'node:crypto'
import {
  type ClaimAttestation,
  generateDataTokenSecret,
  hashClaimValue,
  readClaimsKey,
  readDataTokenKeys,
  signClaimAttestation,
  verifyDataToken,
} from '@countersign/data-token'
import { newAppKey, sealFor } from '@countersign/data-token/testing'
import { startBeforeAll } from '@countersign/testing'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fixture, startCore } from './core-under-test.ts'
import { bearer, refusalOf } from './person.ts'
import { twist } from './provider-under-test.ts'

const EMAIL = 'ada.verified@example.org'
const newSalt = () => randomBytes(32).toString('base64url')

describe('attesting with claim attestations', () => {
  const core = startBeforeAll(() => startCore())
  const ada = fixture(beforeAll, () => core.newPerson())
  const grace = fixture(beforeAll, () => core.newPerson())
  const real = fixture(beforeAll, () => core.provider.real())
  const app = fixture(beforeAll, () => newAppKey())
  let sealedClient: string
  let emailHash: string
  const salt = newSalt()

  beforeAll(async () => {
    emailHash = (await hashClaimValue(salt, EMAIL)) ?? ''
    sealedClient = (await real.register({ claimsEncryptionKey: readClaimsKey(app.publicJwk) })).client_id
  })
  beforeEach(() => {
    core.provider.lie = undefined
  })

  const now = () => Math.floor(Date.now() / 1000)
  const attestationOf = (changes: Partial<ClaimAttestation> = {}, keys = core.config.dataTokenKeys) =>
    signClaimAttestation(keys, {
      iss: 'https://sign.example',
      sub: ada.userId,
      claim: 'email',
      value_sha256: emailHash,
      method: 'email_code',
      iat: now() - 60,
      exp: now() + 3_600,
      ...changes,
    })

  async function attest(client_id: string, form: object) {
    const id = await real.startRequest({ client_id })
    const whose = { auth_request_id: id, user_id: ada.userId, audience: client_id }
    return core.post('/api/internal/attest-data/', { ...whose, ...form }, bearer(ada.token))
  }
  const plain = (changes: object = {}) =>
    attest(real.client.client_id, {
      claims: { email: EMAIL },
      attestations: [attestationOf()],
      salts: { email: salt },
      ...changes,
    })
  async function sealed(changes: object = {}) {
    const claims_jwe = await sealFor(app, {
      claims: { email: EMAIL },
      aud: sealedClient,
      sub: ada.userId,
      auth_request_id: 'request',
    })
    return attest(sealedClient, { claim_names: ['email'], claims_jwe, attestations: [attestationOf()], ...changes })
  }
  const read = (response: { json: () => { data_token: string } }) =>
    verifyDataToken(response.json().data_token, core.config.dataTokenKeys, { issuer: 'https://sign.example' })

  test('in the open core compares the value, and the data token says that it was verified', async () => {
    const token = await read(await plain())
    const [copied] = token.claim_attestations ?? []
    expect(token).toMatchObject({ claims: { email: EMAIL }, email_verified: true })
    expect(copied).toEqual({
      claim: 'email',
      value_sha256: emailHash,
      method: 'email_code',
      verified_at: expect.any(Number),
      until: expect.any(Number),
    })
  })

  test('under a seal the data token says what was verified, and only the app can say whether it is this', async () => {
    const token = await read(await sealed())
    expect(token.claim_attestations).toHaveLength(1)
    expect(token).not.toHaveProperty('email_verified')
    // The attestation itself names the person as core knows them, which a pairwise app must not learn.
    expect(JSON.stringify(token)).not.toContain(attestationOf().split('.')[2])
  })

  test('without one the data token says that the address was not verified', async () => {
    const token = await read(await plain({ attestations: undefined, salts: undefined }))
    expect(token.email_verified).toBe(false)
    expect(token).not.toHaveProperty('claim_attestations')
    expect(await read(await plain({ claims: {}, attestations: [], salts: {} }))).not.toHaveProperty('email_verified')
  })

  const FORGED: readonly [string, () => string | Promise<string>][] = [
    ["Another person's attestation", () => attestationOf({ sub: grace.userId })],
    ["Another claim's attestation", () => attestationOf({ claim: 'phone' })],
    ["Another service's attestation", () => attestationOf({ iss: 'https://other.example' })],
    ['An expired attestation', () => attestationOf({ exp: now() - 1 })],
    [
      'An attestation of a key that was taken out',
      async () => attestationOf({}, await readDataTokenKeys(await generateDataTokenSecret())),
    ],
    ['What is no attestation', () => 'a.b.c'],
  ]

  test.each(FORGED)('%s is refused, in the open and under a seal', async (_case, forge) => {
    const attestations = [await forge()]
    for (const refused of [await plain({ attestations }), await sealed({ attestations })]) {
      expect(refusalOf(refused)).toEqual([422, 'invalid_attestation'])
    }
  })

  test.each<[string, object]>([
    ['of another value', { claims: { email: 'eve@example.org' } }],
    ['under another salt', { salts: { email: newSalt() } }],
    ['without its salt', { salts: {} }],
    ['of a claim that is not shared', { claims: {} }],
  ])('one %s is refused in the open', async (_case, changes) => {
    expect(refusalOf(await plain(changes))).toEqual([422, 'invalid_attestation'])
  })

  test('two of one claim are refused, and one of a claim that is not named', async () => {
    const twice = await sealed({ attestations: [attestationOf(), attestationOf({ iat: now() })] })
    const unnamed = await sealed({ claim_names: [] })
    for (const refused of [twice, unnamed]) expect(refused.json().code).toBe('invalid_attestation')
  })

  test('a refusal names the claims that it is about, as far as what came names them', async () => {
    const namedBy = async (answer: ReturnType<typeof sealed>) => (await answer).json<{ claims?: string[] }>().claims
    const expired = attestationOf({ exp: now() - 1 })
    expect(await namedBy(sealed({ attestations: [expired] }))).toEqual(['email'])
    expect(await namedBy(sealed({ attestations: [attestationOf(), attestationOf({ claim: 'phone' })] }))).toEqual([
      'phone',
    ])
    expect(await namedBy(plain({ salts: {} }))).toEqual(['email'])
    expect(await namedBy(sealed({ attestations: ['a.b.c'] }))).toBeUndefined()
  })

  test('a claim that an app takes verified only is refused unverified', async () => {
    core.provider.lie = twist('/auth-request-details/', ({ client, ...details }) => ({
      ...details,
      client: { ...(client as object), verified_claims_required: ['email'] },
    }))
    for (const refused of [await plain({ attestations: [], salts: {} }), await sealed({ attestations: [] })]) {
      expect(refusalOf(refused)).toEqual([400, 'invalid_claims'])
    }
    expect((await plain()).statusCode).toBe(200)
    expect((await sealed()).statusCode).toBe(200)
    expect((await plain({ claims: {}, attestations: [], salts: {} })).statusCode).toBe(200)
  })
})
