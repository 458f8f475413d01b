import { type AppKey, newAppKey } from '@countersign/data-token/testing'
import { startBeforeAll } from '@countersign/testing'
import { exportJWK, generateKeyPair } from 'jose'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { sealClaims, startTestProvider, type TestProvider } from '../../test/provider.ts'
import { createOwnServers, type OwnServersSettings } from './own-server.ts'

const CLIENT_ID = 'https://app.example/client.json'
const RELATION = 'http://openid.net/specs/connect/1.0/issuer'
const start = () => startTestProvider({ clientId: CLIENT_ID })

const [home, evil] = [startBeforeAll(start), startBeforeAll(start)]
let key: AppKey

beforeAll(async () => {
  key = await newAppKey()
})
beforeEach(async () => {
  for (const server of [home, evil]) {
    server.received.length = 0
    server.answerMetadataWith({ client_id_metadata_document_supported: true })
    server.answerDataToken(await sealClaims(key, { inner: { aud: CLIENT_ID } }))
    name(server, server.issuer)
  }
})

function connect(changes: Partial<OwnServersSettings> = {}) {
  return createOwnServers({
    clientId: CLIENT_ID,
    clientName: 'Notes',
    redirectUri: 'https://app.example/callback',
    scopes: ['openid', 'email'],
    claimsDecryptionKey: JSON.stringify(key.privateJwk),
    allowLoopback: true,
    ...changes,
  })
}

const addressOf = ({ issuer }: Pick<TestProvider, 'issuer'>) => `ada@${new URL(issuer).host}`

/** Answers WebFinger for Ada's address with this issuer. */
function name(server: TestProvider, issuer: unknown): void {
  const query = new URLSearchParams({ resource: `http://${addressOf(server)}/`, rel: RELATION }).toString()
  const links = [
    { rel: 'other', href: 'https://other.example' },
    { rel: RELATION, href: issuer },
  ]
  server.answerWith(`/.well-known/webfinger?${query}`, { body: { subject: 'acct:ada@elsewhere.example', links } })
}

test('a person signs in at the server of their address, and is known by its issuer and its subject', async () => {
  const app = connect()
  const { url, flow } = await app.beginSignIn(addressOf(home))
  const asked = new URL(url)
  expect(asked.origin).toBe(home.issuer)
  expect(Object.fromEntries(asked.searchParams)).toMatchObject({ client_id: CLIENT_ID, login_hint: addressOf(home) })
  expect(flow.issuer).toBe(home.issuer)
  const signedIn = await app.finishSignIn(home.callback(flow), JSON.parse(JSON.stringify(flow)))
  expect(signedIn.person).toEqual({ issuer: home.issuer, subject: 'person-1' })
  expect(signedIn.claims).toEqual({ email: 'ada@example.org', name: 'Ada Lovelace' })
})

test('two servers with one subject are two persons, and neither vouches for an address', async () => {
  const app = connect()
  const persons = []
  for (const server of [home, evil]) {
    const { flow } = await app.beginSignIn(addressOf(server))
    const signedIn = await app.finishSignIn(server.callback(flow), flow)
    expect(signedIn).not.toHaveProperty('subject')
    expect(signedIn).not.toHaveProperty('emailVerified')
    persons.push(signedIn.person)
  }
  expect(persons).toEqual([home, evil].map(({ issuer }) => ({ issuer, subject: 'person-1' })))
})

test.each([
  ['the issuer of another server', () => home.issuer],
  ['no issuer', () => undefined],
])('RFC 9207 §2.4: an answer with %s is refused, and its code reaches no server', async (_case, iss) => {
  const app = connect()
  const { flow } = await app.beginSignIn(addressOf(evil))
  const { iss: _, ...answer } = Object.fromEntries(new URLSearchParams(home.callback(flow).split('?')[1]))
  const named = iss()
  const callback = `/callback?${new URLSearchParams({ ...answer, ...(named !== undefined && { iss: named }) }).toString()}`
  await expect(app.finishSignIn(callback, flow)).rejects.toHaveProperty('code', 'issuer_mismatch')
  expect([...home.received, ...evil.received]).toEqual([])
})

test('a server that names another issuer leads there, and it is that one that speaks', async () => {
  name(evil, home.issuer)
  const { url, flow } = await connect().beginSignIn(addressOf(evil))
  expect([new URL(url).origin, flow.issuer]).toEqual([home.issuer, home.issuer])
})

test.each<[string, () => void]>([
  ['says another issuer', () => evil.answerMetadataWith({ issuer: home.issuer })],
  ["has its browsers go to another server's endpoint", () => lieAbout('authorization_endpoint')],
  ["has codes go to another server's endpoint", () => lieAbout('token_endpoint')],
  ["has another server's keys", () => lieAbout('jwks_uri')],
  ['takes no app by its document', () => evil.answerMetadataWith({})],
  ['names no issuer', () => name(evil, undefined)],
  ['names an issuer with a query', () => name(evil, `${home.issuer}/?a=b`)],
  ['names an issuer in clear', () => name(evil, 'http://home.example')],
  ['names a script', () => name(evil, 'javascript:alert(1)')],
  ['names an issuer without end', () => name(evil, `https://home.example/${'x'.repeat(300)}`)],
])('a server that %s cannot be used, and the app is not to blame', async (_case, lie) => {
  lie()
  const refused = connect().beginSignIn(addressOf(evil))
  await expect(refused).rejects.toMatchObject({ code: 'unusable_server', advice: 'begin_again' })
})

function lieAbout(endpoint: string): void {
  evil.answerMetadataWith({ client_id_metadata_document_supported: true, [endpoint]: `${home.issuer}/elsewhere` })
}

test('this machine is reached only where the settings say so, by an address or by an issuer', async () => {
  const app = connect({ allowLoopback: false })
  await expect(app.beginSignIn(addressOf(home))).rejects.toHaveProperty('code', 'invalid_address')
  expect(() => app.at(home.issuer)).toThrow('no issuer')
})

test.each([
  'https://home.example/',
  'https://home.example?a=b',
  'http://home.example',
  `https://home.example/${'x'.repeat(300)}`,
])('%s is no issuer to refresh at', (issuer) => {
  expect(() => connect().at(issuer)).toThrow('no issuer')
})

test('of the servers that strangers name, the last hundred are kept', () => {
  const app = connect()
  const first = app.at('https://first.example')
  for (let each = 1; each < 100; each += 1) app.at(`https://server-${each}.example`)
  expect(app.at('https://first.example')).toBe(first)
  app.at('https://one-more.example')
  expect(app.at('https://first.example')).toBe(first)
  for (let each = 0; each < 100; each += 1) app.at(`https://other-${each}.example`)
  expect(app.at('https://first.example')).not.toBe(first)
})

test('its document says what it does, and holds no private key', async () => {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const { d, ...publicJwk } = await exportJWK(privateKey)
  expect(connect().clientDocument()).toEqual({
    client_id: CLIENT_ID,
    client_name: 'Notes',
    redirect_uris: ['https://app.example/callback'],
    scope: 'openid email',
    token_endpoint_auth_method: 'none',
    claims_encryption_jwk: expect.objectContaining({ kty: 'EC', x: expect.any(String) }),
  })
  const proven = connect({ clientKey: JSON.stringify({ ...publicJwk, d }) }).clientDocument()
  expect(proven).toMatchObject({
    token_endpoint_auth_method: 'private_key_jwt',
    jwks: { keys: [{ ...publicJwk, alg: 'ES256', use: 'sig' }] },
  })
  expect(JSON.stringify(proven)).not.toContain('"d":')
})

test.each<[string, Partial<OwnServersSettings>, RegExp]>([
  ['no document', { clientId: 'app-1' }, /clientId must be the https address/],
  ['a document without a path', { clientId: 'https://app.example/' }, /with a path/],
  ['a document in clear', { clientId: 'http://app.example/client.json' }, /https address/],
  ['no sealing key', { claimsDecryptionKey: undefined }, /claimsDecryptionKey is missing/],
  ['no redirect URI', { redirectUri: undefined }, /redirectUri is missing/],
])('settings with %s are refused at the start', (_case, changes, message) => {
  expect(() => connect(changes)).toThrow(message)
})
