import { generateKeyPairSync } from 'node:crypto'
import type { PublicJwk } from '@countersign/contracts'
import { sha256 } from '@countersign/service/secrets'
import { createTestDatabase, PNG, startBeforeAll } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { providerMigrations } from '../index.ts'
import { findClient, findLogo, listClients } from './client.store.ts'
import type { Client, ClientRegistration } from './client.ts'
import { registerClient, registerClientBeside, rotateClientSecret } from './register-client.ts'

const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const P256: PublicJwk = { kty: 'EC', ...publicKey.export({ format: 'jwk' }) }
const REGISTRATION: ClientRegistration = {
  name: 'Example App',
  redirectUris: ['https://app.example/callback'],
  scopes: [{ name: 'email', reason: 'To write to you.', required: true }],
}

const SIGNS = { authenticationMethod: 'private_key_jwt' } as const

type Refusal = [what: string, changes: Partial<ClientRegistration>, message: string]
const INVISIBLE = 'must hold no control or invisible characters.'

describe('register client:', () => {
  const database = startBeforeAll(() => createTestDatabase('postgresql', providerMigrations))

  test('a registered client is found as it was registered, with the hash of its secret', async () => {
    const { clientId, clientSecret } = await registerClient(database.sql, REGISTRATION)
    expect(clientSecret).toMatch(/^cs_cs_/)
    expect(await findClient(database.sql, clientId)).toEqual({
      ...REGISTRATION,
      clientId,
      description: '',
      texts: {},
      authenticationMethod: 'client_secret_post',
      grantTypes: ['authorization_code', 'refresh_token'],
      requirePkce: true,
      requirePushedRequests: false,
      dpopBound: false,
      jwks: { keys: [] },
      privateUseSchemes: [],
      verifiedClaimsRequired: [],
      credentialsRequested: undefined,
      subjectType: 'public',
      idTokenAlgorithm: 'RS256',
      idTokenClaims: false,
      requireAuthTime: false,
      defaultAcrValues: [],
      postLogoutRedirectUris: [],
      backchannelLogoutSessionRequired: false,
      keepsUpToDate: false,
      secretHashes: [sha256(clientSecret ?? '')],
      isVouchedFor: true,
      createdAt: expect.any(Date),
    })
    expect((await listClients(database.sql)).map((client) => client.clientId)).toContain(clientId)
  })

  test('of apps that come at once, and may not be there twice, one is registered', async () => {
    const alone = { ...REGISTRATION, name: 'One of its kind' }
    const check = (clients: readonly Client[]) => {
      if (clients.some(({ name }) => name === alone.name)) throw new Error('It is there.')
    }
    const attempts = Array.from({ length: 4 }, () => registerClientBeside(database.sql, alone, check))
    const outcomes = await Promise.allSettled(attempts)
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected'])
    expect((await listClients(database.sql)).filter(({ name }) => name === alone.name)).toHaveLength(1)
  })

  test('a public client has no secret, and cannot be given one', async () => {
    const registration = { ...REGISTRATION, authenticationMethod: 'none' } as const
    const { clientId, clientSecret } = await registerClient(database.sql, registration)
    expect(clientSecret).toBeUndefined()
    expect((await findClient(database.sql, clientId))?.secretHashes).toEqual([])
    await expect(rotateClientSecret(database.sql, clientId, 0)).rejects.toThrow('no client')
  })

  test('a rotated secret overlaps with the old one for as long as asked', async () => {
    const { clientId, clientSecret } = await registerClient(database.sql, REGISTRATION)
    const { clientSecret: second } = await rotateClientSecret(database.sql, clientId, 3600)
    const both = (await findClient(database.sql, clientId))?.secretHashes ?? []
    expect(both).toHaveLength(2)
    expect(both).toEqual(expect.arrayContaining([sha256(clientSecret ?? ''), sha256(second)]))
    const { clientSecret: third } = await rotateClientSecret(database.sql, clientId, 0)
    expect((await findClient(database.sql, clientId))?.secretHashes).toEqual([sha256(third)])
  })

  test('a logo is kept with the type that its bytes tell', async () => {
    const { clientId } = await registerClient(database.sql, { ...REGISTRATION, logo: PNG })
    const logo = { bytes: PNG, type: 'image/png' }
    expect(await findLogo(database.sql, clientId)).toEqual({ name: 'Example App', logo })
  })

  test.each(['Straße 7', 'می‌خواهم', 'क्‍ष', '日本', 'Café ❤️'])('the name %s is taken as it is', async (name) => {
    const { clientId } = await registerClient(database.sql, { ...REGISTRATION, name })
    expect((await findClient(database.sql, clientId))?.name).toBe(name)
  })

  test('OIDC Registration §2, FAPI 2.0 §5.4: RS256 for id_tokens; ES256 with PAR and DPoP', async () => {
    const algorithmOf = async (changes: Partial<ClientRegistration>) => {
      const { clientId } = await registerClient(database.sql, { ...REGISTRATION, ...changes })
      return (await findClient(database.sql, clientId))?.idTokenAlgorithm
    }
    expect(await algorithmOf({})).toBe('RS256')
    expect(await algorithmOf({ dpopBound: true })).toBe('RS256')
    expect(await algorithmOf({ dpopBound: true, requirePushedRequests: true })).toBe('ES256')
    expect(await algorithmOf({ idTokenAlgorithm: 'ES256' })).toBe('ES256')
  })

  test.each<Refusal>([
    ['an empty name', { name: ' ' }, 'The name must hold a letter or a digit.'],
    ['a long name', { name: 'x'.repeat(81) }, 'The name must have at most 80 characters.'],
    ['a name of punctuation', { name: '. - .' }, 'The name must hold a letter or a digit.'],
    ...[
      ['U+3164, a Hangul filler', '\u3164'],
      ['U+FFA0, its half-width form', 'Bank\uFFA0'],
      ['U+115F, a Hangul choseong filler', '\u115F'],
      ['U+2800, a blank Braille pattern', '\u2800'],
      ['U+00AD, a soft hyphen', 'Goog\u00ADle'],
      ['U+034F, a grapheme joiner', 'Goog\u034Fle'],
      ['U+180E, a vowel separator', 'Goog\u180Ele'],
      ['U+E0067, a tag', 'Google\u{E0067}'],
    ].map(([what, name = '']): Refusal => [`a name with ${what}`, { name }, `The name ${INVISIBLE}`]),
    ['a name of joiners alone', { name: '\u200D\uFE0F' }, 'The name must hold a letter or a digit.'],
    ['terms in clear', { tosUri: 'http://app.example/terms' }, 'tos_uri must be an https address'],
    ['terms that are script', { tosUri: 'javascript:alert(1)' }, 'tos_uri must be an https address'],
    ['a policy with a password', { policyUri: 'https://a:b@app.example/' }, 'policy_uri must be an https address'],
    ['keys in two places', { ...SIGNS, jwks: { keys: [P256] }, keysUri: 'https://app.example/jwks' }, 'not both'],
    ['keys in clear', { ...SIGNS, keysUri: 'http://app.example/' }, 'jwks_uri must be'],
    ...['app.localhost', 'localhost.', '127.0.0.1', '10.0.0.1', '[fd00::1]'].flatMap((host): Refusal[] => [
      [
        `logout tokens to https on ${host}, which no logout token reaches`,
        { backchannelLogoutUri: `https://${host}/logout` },
        'The host of backchannel_logout_uri has no public address',
      ],
      [
        `events to https on ${host}, which no event reaches`,
        { eventsUri: `https://${host}/events` },
        'The host of events_uri has no public address',
      ],
      [
        `keys at https on ${host}, which the provider never fetches`,
        { ...SIGNS, keysUri: `https://${host}/jwks` },
        'The host of jwks_uri has no public address',
      ],
    ]),
    [
      'FAPI 2.0 §5.4: RS256 for a client that is bound to PAR and DPoP',
      { requirePushedRequests: true, dpopBound: true, idTokenAlgorithm: 'RS256' },
      'signed by ES256',
    ],
    ['a private-use scheme that runs script', { privateUseSchemes: ['javascript'] }, 'belongs to browsers'],
    [
      'a scheme that its operator did not allow',
      { privateUseSchemes: ['cursor'], redirectUris: ['vscode://ext/cb'] },
      'must be https',
    ],
    ['a name that turns what follows', { name: 'Bank\u202Emoc' }, `The name ${INVISIBLE}`],
    ['a name of which nothing is seen', { name: '\u200B' }, `The name ${INVISIBLE}`],
    ['a description of two lines', { description: 'a\nb' }, `The description ${INVISIBLE}`],
    [
      'a reason that closes what isolates it',
      { scopes: [{ name: 'email', reason: '\u2069x', required: false }] },
      `The reason for email ${INVISIBLE}`,
    ],
    ['a long description', { description: 'x'.repeat(301) }, 'The description must have at most 300 characters.'],
    ['no redirect URI', { redirectUris: [] }, 'At least one redirect URI is needed.'],
    ['a redirect URI in clear', { redirectUris: ['http://app.example/'] }, 'must be https'],
    ['no scope', { scopes: [] }, 'At least one scope is needed'],
    ['an unknown scope', { scopes: [{ name: 'all', reason: '', required: false }] }, 'There are: openid, email'],
    ['a scope named twice', { scopes: [...REGISTRATION.scopes, ...REGISTRATION.scopes] }, 'Each scope is named once.'],
    ['a public client without PKCE', { authenticationMethod: 'none', requirePkce: false }, 'must use PKCE'],
    ['a key for a client with a secret', { jwks: { keys: [P256] } }, 'Public keys belong to private_key_jwt'],
    ['private_key_jwt without a key', SIGNS, 'private_key_jwt, which needs at least one'],
    [
      'more keys than anyone needs',
      { ...SIGNS, jwks: { keys: Array.from({ length: 11 }, (_, i) => ({ ...P256, kid: `${i}` })) } },
      'At most 10 public keys',
    ],
    ['a private key for sealed claims', { claimsEncryptionKey: { ...P256, d: 'AAAA' } }, 'holds a private member'],
    ['an SVG logo', { logo: Buffer.from('<svg onload="alert(1)"/>') }, 'The logo must be a PNG, JPEG or WebP'],
    ['a large logo', { logo: Buffer.concat([PNG, Buffer.alloc(131_072)]) }, 'of at most 128 KiB'],
  ])('%s is refused with what would be right', async (_case, changes, message) => {
    await expect(registerClient(database.sql, { ...REGISTRATION, ...changes })).rejects.toThrow(message)
  })
})
