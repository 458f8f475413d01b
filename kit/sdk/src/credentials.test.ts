import { createHash, randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { type AppKey, newAppKey } from '@countersign/data-token/testing'
import { issueDegree, newIssuerKey } from '@countersign/demo-university'
import { startBeforeAll } from '@countersign/testing'
import { decodeJwt, exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { sealClaims, startTestProvider } from '../test/provider.ts'
import type { CountersignSettings } from './checked-settings.ts'
import { createCountersign } from './countersign.ts'

const ISSUER = 'https://university.example'
const DEGREE = `${ISSUER}/degree`
const REQUEST_ID = '7f6c1a52-8ab3-4c27-9d41-1f2f6a3f7c11'
const ADA = { given_name: 'Ada', family_name: 'Lovelace', degree: 'BSc Mathematics', graduated_on: '2025-07-01' }
const TERMS = { now: new Date(), lifetimeSeconds: 3_600 }

const provider = startBeforeAll(startTestProvider)
let app: AppKey
let key: JWK
let holder: JWK
let credential: string
beforeAll(async () => {
  app = await newAppKey()
  key = await newIssuerKey()
  holder = await newHolderKey()
  credential = await issue()
})

async function newHolderKey(): Promise<JWK> {
  return exportJWK((await generateKeyPair('ES256', { extractable: true })).privateKey)
}

function issue(changes: { readonly issuer?: string; readonly key?: JWK; readonly now?: Date } = {}): Promise<string> {
  const { now = TERMS.now, ...signer } = changes
  const { d: _private, ...bound } = holder
  return issueDegree({ issuer: ISSUER, key, ...signer }, ADA, { ...TERMS, now, holder: bound })
}

/** The degree with changed issuer claims, signed again. */
async function reissue(changes: object, typ = 'dc+sd-jwt'): Promise<string> {
  const [jwt = '', ...disclosures] = credential.split('~')
  const signing = new SignJWT({ ...decodeJwt(jwt), ...changes }).setProtectedHeader({
    alg: 'ES256',
    typ,
    kid: key.kid ?? '',
  })
  return [await signing.sign(await importJWK(key, 'ES256')), ...disclosures].join('~')
}

const nowSeconds = () => Math.floor(Date.now() / 1_000)
const nameOf = (disclosure: string) => String(JSON.parse(Buffer.from(disclosure, 'base64url').toString())[1])

/** As the guide for apps describes it. */
function nonceFor({ issuer = provider.issuer, audience = 'app-1', request = REQUEST_ID } = {}): string {
  const hash = createHash('sha256')
  for (const part of ['countersign/v1/presentation', issuer, audience, request]) {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(Buffer.byteLength(part))
    hash.update(length).update(part)
  }
  return hash.digest('base64url')
}

type Presenting = {
  readonly from?: string
  readonly by?: JWK
  /** Changes to the claims that the holder signs. */
  readonly says?: Readonly<Record<string, unknown>>
  readonly typ?: string
  /** Changes the disclosures before the holder signs. */
  readonly with?: (chosen: readonly string[]) => readonly string[]
}

/** A presentation of the degree alone, written by hand so that each part can be wrong. */
async function present({ from = credential, by = holder, says = {}, typ = 'kb+jwt', ...rest }: Presenting = {}) {
  const [jwt = '', ...all] = from.split('~').slice(0, -1)
  const chosen = all.filter((each) => nameOf(each) === 'degree')
  const shown = [jwt, ...(rest.with?.(chosen) ?? chosen), ''].join('~')
  const sd_hash = createHash('sha256').update(shown).digest('base64url')
  const claims = { aud: 'app-1', nonce: nonceFor(), sub: 'person-1', sd_hash, ...says }
  const keyBinding = new SignJWT(claims).setProtectedHeader({ alg: 'ES256', typ }).setIssuedAt()
  return `${shown}${await keyBinding.sign(await importJWK(by, 'ES256'))}`
}

function publicHalf({ d: _private, ...jwk }: JWK): JWK {
  return { ...jwk, alg: 'ES256' }
}

/** Reads a data token with this presentation. */
async function read(presentation: unknown, settings: Partial<CountersignSettings> = {}) {
  const countersign = createCountersign({
    ...provider.registered,
    claimsDecryptionKey: JSON.stringify(app.privateJwk),
    credentialIssuers: [{ issuer: ISSUER, types: [DEGREE], name: 'University', jwks: { keys: [publicHalf(key)] } }],
    ...settings,
  })
  const sealed = await sealClaims(app, { claims: {}, inner: { presentations: [presentation] } })
  return countersign.readClaims(provider.makeDataToken(sealed))
}

describe('an issued credential', () => {
  test('is told with its issuer, and without the claims that were not disclosed', async () => {
    const { verifiedClaims, refusedCredentials } = await read(await present())
    expect(refusedCredentials).toEqual([])
    expect(verifiedClaims).toEqual([
      {
        verification: {
          trust_framework: 'sd_jwt_vc',
          time: new Date(Math.floor(TERMS.now.getTime() / 1000) * 1000).toISOString(),
          evidence: [
            {
              type: 'electronic_record',
              record: {
                type: `${ISSUER}/degree`,
                date_of_expiry: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
                source: { name: 'University', issuer: ISSUER },
              },
            },
          ],
        },
        claims: { degree: 'BSc Mathematics' },
      },
    ])
  })

  const disclose = (name: string, value: string) =>
    Buffer.from(JSON.stringify([randomBytes(16).toString('base64url'), name, value])).toString('base64url')
  const disclosuresOf = (sdJwt: string) => sdJwt.split('~').slice(1, -1)

  test.each<[string, string, () => Promise<unknown>]>([
    [
      'the app does not trust its issuer',
      'unknown_issuer',
      async () => present({ from: await issue({ issuer: 'https://other.example' }) }),
    ],
    [
      'another key has signed it in the name of the issuer',
      'bad_signature',
      async () => present({ from: await issue({ key: { ...(await newIssuerKey()), kid: key.kid ?? '' } }) }),
    ],
    [
      'it is of a type that the app does not take of its issuer',
      'unexpected_type',
      async () => present({ from: await reissue({ vct: `${ISSUER}/attendance` }) }),
    ],
    ['it is over', 'expired', async () => present({ from: await issue({ now: new Date(Date.now() - 7_200_000) }) })],
    ['it begins later', 'expired', async () => present({ from: await reissue({ nbf: nowSeconds() + 60 }) })],
    [
      'another key than that of its holder presents it',
      'not_the_holder',
      async () => present({ by: await newHolderKey() }),
    ],
    ['it was made for another app', 'made_for_another', () => present({ says: { aud: 'app-2' } })],
    [
      'it was made for another app, and says that it was not',
      'made_for_another',
      () => present({ says: { nonce: nonceFor({ audience: 'app-2' }) } }),
    ],
    [
      'it was made for another request',
      'made_for_another',
      () => present({ says: { nonce: nonceFor({ request: 'earlier' }) } }),
    ],
    [
      'it was made by way of another provider',
      'made_for_another',
      () => present({ says: { nonce: nonceFor({ issuer: 'https://evil.example' }) } }),
    ],
    ['its nonce is the request as it is', 'made_for_another', () => present({ says: { nonce: REQUEST_ID } })],
    ['another person presents it', 'made_for_another', () => present({ says: { sub: 'person-2' } })],
    ['no key binding says that it is for this app', 'malformed', async () => credential],
    ['the JWT of its holder is no key binding', 'malformed', () => present({ typ: 'JWT' })],
    [
      'a disclosure was added that its holder did not choose',
      'malformed',
      async () => {
        const [jwt, ...parts] = (await present()).split('~')
        const more = disclosuresOf(credential).filter((each) => nameOf(each) === 'family_name')
        return [jwt, ...more, ...parts].join('~')
      },
    ],
    ['a disclosure was taken out', 'malformed', async () => (await present()).replace(/~[^~]+~/, '~')],
    [
      'its holder has changed a value',
      'malformed',
      () => present({ with: () => [disclose('degree', 'PhD Mathematics')] }),
    ],
    [
      'its holder has added a claim',
      'malformed',
      () => present({ with: (chosen) => [...chosen, disclose('honours', 'first')] }),
    ],
    ['a disclosure is in it twice', 'malformed', () => present({ with: (chosen) => [...chosen, ...chosen] })],
    [
      'its holder could have kept its end back',
      'malformed',
      async () => {
        const end = disclose('exp', '4000000000')
        const digest = createHash('sha256').update(end).digest('base64url')
        const { _sd: digests } = decodeJwt(credential)
        const from = await reissue({ _sd: [...Object(digests), digest], exp: undefined })
        return present({ from, with: (chosen) => [...chosen, end] })
      },
    ],
    ['its type is that of drafts', 'malformed', async () => present({ from: await reissue({}, 'vc+sd-jwt') })],
    ['it is something else', 'malformed', async () => 'a~b~c'],
    ['it ends when no calendar does', 'malformed', async () => present({ from: await reissue({ exp: 1e15 }) })],
    ['its end is a text', 'malformed', async () => present({ from: await reissue({ exp: '4000000000' }) })],
    ['its begin is a text', 'malformed', async () => present({ from: await reissue({ nbf: '1' }) })],
    [
      'it was issued when no calendar begins',
      'malformed',
      async () => present({ from: await reissue({ iat: -1e15 }) }),
    ],
  ])('counts for nothing where %s', async (_case, reason, make) => {
    const presentation = await make()
    expect(await read(presentation)).toMatchObject({ verifiedClaims: [], refusedCredentials: [reason], claims: {} })
  })

  test.each([
    ['ended a second ago, since clocks differ', () => ({ exp: nowSeconds() - 1 })],
    ['ends in four seconds', () => ({ exp: nowSeconds() + 4 })],
    ['ends in the last second of the year 9999', () => ({ exp: 253_402_300_799 })],
    ['begins in a second, since clocks differ', () => ({ nbf: nowSeconds() + 1 })],
    ['begins now', () => ({ nbf: nowSeconds() })],
    ['was issued in 1970', () => ({ iat: 0 })],
    ['will be issued in a second, since clocks differ', () => ({ iat: nowSeconds() + 1 })],
  ])('counts where it %s', async (_case, changes) => {
    const { refusedCredentials, verifiedClaims } = await read(await present({ from: await reissue(changes()) }))
    expect([refusedCredentials, verifiedClaims.length]).toEqual([[], 1])
  })

  test.each([
    [ISSUER, '/.well-known/jwt-vc-issuer'],
    [`${ISSUER}/faculty`, '/.well-known/jwt-vc-issuer/faculty'],
    [`${ISSUER}/faculty/`, '/.well-known/jwt-vc-issuer/faculty'],
  ])('of %s is verified with the keys that the issuer publishes at %s', async (issuer, path) => {
    const asked: string[] = []
    const answerOfIssuer: typeof fetch = async (input, options) => {
      const { url, redirect } = new Request(input, options)
      if (!url.startsWith(ISSUER)) return fetch(input, options)
      asked.push(`${redirect} ${url}`)
      return Response.json({ issuer, jwks: { keys: [publicHalf(key)] } })
    }
    const settings = { fetch: answerOfIssuer, credentialIssuers: [{ issuer, types: [`${issuer}/degree`] }] }
    const { refusedCredentials } = await read(await present({ from: await issue({ issuer }) }), settings)
    expect([refusedCredentials, asked]).toEqual([[], [`manual ${ISSUER}${path}`]])
  })

  const LIST = `${ISSUER}/lists/1`
  /** The app's fetch, where the issuer answers for its list. */
  const withList = (answer: () => Promise<Response>): Partial<CountersignSettings> => ({
    fetch: async (input, options) => {
      const { url, redirect, headers } = new Request(input, options)
      if (url !== LIST) return fetch(input, options)
      const isAsked = redirect === 'manual' && headers.get('accept') === 'application/statuslist+jwt'
      return isAsked ? answer() : Response.error()
    },
  })

  /** `0x24`: the first four credentials are valid, revoked, suspended and valid. */
  async function signList(byte = 0x24) {
    const status_list = { bits: 2, lst: deflateSync(Buffer.from([byte])).toString('base64url') }
    const signing = new SignJWT({ sub: LIST, iat: nowSeconds(), status_list })
    return signing.setProtectedHeader({ alg: 'ES256', typ: 'statuslist+jwt' }).sign(await importJWK(key, 'ES256'))
  }

  test.each<[string, object, () => Promise<Response>, readonly string[]]>([
    ['valid', { idx: 0, uri: LIST }, async () => new Response(await signList()), []],
    ['revoked', { idx: 1, uri: LIST }, async () => new Response(await signList()), ['revoked']],
    ['suspended', { idx: 2, uri: LIST }, async () => new Response(await signList()), ['suspended']],
    [
      'known to its issuer alone',
      { idx: 1, uri: LIST },
      async () => new Response(await signList(0x0c)),
      ['other_status'],
    ],
    ['not in the list', { idx: 4, uri: LIST }, async () => new Response(await signList()), ['status_unknown']],
    [
      'at an address that leads elsewhere',
      { idx: 0, uri: LIST },
      async () => Response.redirect(ISSUER),
      ['status_unknown'],
    ],
    ['away', { idx: 0, uri: LIST }, async () => new Response('', { status: 503 }), ['status_unknown']],
    ['too large', { idx: 0, uri: LIST }, async () => new Response('x'.repeat(3_000_000)), ['status_unknown']],
    [
      'at another host',
      { idx: 0, uri: 'https://evil.example/' },
      async () => new Response(await signList()),
      ['status_unknown'],
    ],
  ])('whose status is %s', async (_case, status_list, answer, refused) => {
    const from = await reissue({ status: { status_list } })
    const { refusedCredentials, verifiedClaims } = await read(await present({ from }), withList(answer))
    expect([refusedCredentials, verifiedClaims.length]).toEqual([refused, 1 - refused.length])
  })

  test('is bound by the nonce that the guide for apps gives as its example', () => {
    expect(nonceFor({ issuer: 'https://id.example' })).toBe('vPWuDl_6bV3T2cQBu_pStYMg6bLCFxNWv6c-GP38-w4')
  })

  test('ends the sign-in where it is no text at all: no device writes that', async () => {
    await expect(read(7)).rejects.toHaveProperty('code', 'unreadable_claims')
  })

  test('counts for nothing while the keys of the issuer cannot be had', async () => {
    const [unreachable] = ['http://localhost:9']
    const from = await issue({ issuer: unreachable })
    const away = await read(await present({ from }), { credentialIssuers: [{ issuer: unreachable, types: [DEGREE] }] })
    expect(away.refusedCredentials).toEqual(['keys_unavailable'])
  })

  test('counts for nothing where its issuer publishes two sets of keys', async () => {
    const jwks = { keys: [publicHalf(key)] }
    const settings: Partial<CountersignSettings> = {
      credentialIssuers: [{ issuer: ISSUER, types: [DEGREE] }],
      fetch: async (input, options) =>
        new Request(input).url.startsWith(ISSUER)
          ? Response.json({ issuer: ISSUER, jwks, jwks_uri: `${ISSUER}/keys` })
          : fetch(input, options),
    }
    expect((await read(await present(), settings)).refusedCredentials).toEqual(['keys_unavailable'])
  })

  test('is told without the types that it is known by beside its own', async () => {
    const { verifiedClaims } = await read(await present({ from: await reissue({ aka_vcts: [`${ISSUER}/award`] }) }))
    expect(verifiedClaims.map(({ claims }) => claims)).toEqual([{ degree: 'BSc Mathematics' }])
  })

  test('is believed of issuers with an https address alone', async () => {
    await expect(
      read('', { credentialIssuers: [{ issuer: 'http://university.example', types: [DEGREE] }] }),
    ).rejects.toThrow(TypeError)
  })
})
