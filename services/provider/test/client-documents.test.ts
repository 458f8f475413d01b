import { newAppKey } from '@countersign/data-token/testing'
import { startBeforeAll } from '@countersign/testing'
import { expect, test } from 'vitest'
import { DOCUMENT_MAX_AGE_MS } from '../src/clients/documents/client-documents.ts'
import { DOCUMENT_LAST_RESORT_MS } from '../src/clients/documents/document-memory.ts'
import { parseDocumentHosts } from '../src/ground/client-id-url.ts'
import { ANY, CALLBACK, publishDocuments } from './published-documents.ts'
import { createSigningKey } from './signing-key.ts'
import { ISSUER, type StartedProvider, startProvider, USER_ID } from './started-provider.ts'

const { fetched, outbound, hostOf, publish, change, rename, remove } = publishDocuments()
const MINUTE_MS = 60_000

let clock = Date.now()
const provider = startBeforeAll(() =>
  startProvider('postgresql', () => new Date(clock), { clientMetadataHosts: ANY }, { outbound: outbound() }),
)

const client = (clientId: string) => ({ client_id: clientId, client_secret: undefined })
const refusalOf = async (clientId: string) => {
  // For the limit of this network.
  clock += MINUTE_MS
  const refused = await provider.authorize({ client_id: clientId, redirect_uri: CALLBACK })
  return refused.json<Record<string, string>>()
}

test('an app of a document goes the whole way, and is called by its host', async () => {
  const clientId = publish()
  const id = await provider.startRequest({ client_id: clientId, redirect_uri: CALLBACK })
  expect(await provider.details(id)).toMatchObject({
    redirect_uri: CALLBACK,
    client: {
      client_id: clientId,
      name: `${hostOf()} (Inspector)`,
      logo: `${ISSUER}/oauth/clients/${encodeURIComponent(clientId)}/logo`,
    },
  })
  const { authorization_code } = (await provider.complete(id)).json()
  const changes = { ...client(clientId), redirect_uri: CALLBACK }
  const tokens = await provider.exchange(authorization_code, changes)
  expect(tokens.json()).toMatchObject({ token_type: 'Bearer', data_token: expect.any(String) })
  expect((await provider.refresh(tokens.json().refresh_token, client(clientId))).statusCode).toBe(200)
  expect(fetched).toHaveLength(1)

  const logo = await provider.app.inject(`/oauth/clients/${encodeURIComponent(clientId)}/logo`)
  expect([logo.statusCode, logo.headers['content-type']]).toEqual([200, 'image/svg+xml'])
  const { grants } = (await provider.internal('GET', `grants/?user_id=${USER_ID}`)).json()
  expect(grants).toMatchObject([{ client: { client_id: clientId, name: `${hostOf()} (Inspector)` } }])
  expect((await provider.revokeGrants(USER_ID, { client_id: clientId })).json()).toEqual({ revoked: 1 })
  await provider.app.auditTrail.flush()
  const events = await provider.database.sql`
    select 1 from provider.audit_events where event = 'tokens_issued' and client_id = ${clientId}`
  expect(events).toHaveLength(2)
})

test('the names of a document in other languages begin with its host too', async () => {
  const clientId = publish({ 'client_name#de': 'Prüfer', 'client_name#ja': 'x'.repeat(80) })
  const id = await provider.startRequest({ client_id: clientId, redirect_uri: CALLBACK })
  const { texts } = (await provider.details(id)).client
  expect(texts).toEqual({ de: { name: `${hostOf()} (Prüfer)` }, ja: { name: hostOf() } })
})

test('an app with keys proves itself by them, and by no secret', async () => {
  const key = await createSigningKey()
  const clientId = publish({ token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [key.publicJwk] } })
  const stranger = await createSigningKey()
  expect((await provider.token(await key.attempt(clientId))).json().error).toBe('invalid_grant')
  expect((await provider.token(await stranger.attempt(clientId))).json().error).toBe('invalid_client')
  expect((await provider.refresh('none', client(clientId))).json().error).toBe('invalid_client')
})

test("a redirect URI equals one of the document, but for a loopback address's port", async () => {
  const clientId = publish()
  const ask = async (redirect_uri: string) => provider.authorize({ client_id: clientId, redirect_uri })
  expect((await ask('http://127.0.0.1:5000/callback')).statusCode).toBe(302)
  for (const other of ['https://app.example/callback/', 'https://evil.example/callback', 'http://127.0.0.1/other']) {
    expect((await ask(other)).json()).toMatchObject({ error: 'redirect_uri_mismatch' })
  }
})

test('a bad redirect URI costs a document itself alone, and its request says why', async () => {
  const editor = 'cursor://anysphere.cursor/callback'
  const clientId = publish({ redirect_uris: [editor, CALLBACK, 'http://localhost/callback'], scope: null })
  const ask = async (redirect_uri: string) => provider.authorize({ client_id: clientId, redirect_uri })
  expect((await ask(CALLBACK)).statusCode).toBe(302)
  expect((await ask('http://localhost:51004/callback')).statusCode).toBe(302)
  const refused = (await ask(editor)).json()
  expect(refused).toMatchObject({ error: 'redirect_uri_mismatch' })
  expect(refused.error_description).toContain('--private-use-scheme')
})

test('an app of a document is unreviewed: an error is shown and never redirected, and PKCE is a must', async () => {
  const clientId = publish()
  const redirect_uri = 'https://app.example/callback'
  const changes = { client_id: clientId, redirect_uri, code_challenge: undefined }
  const refused = await provider.authorize({ ...changes, code_challenge_method: undefined })
  expect(refused.headers.location).toBeUndefined()
  expect(refused.json()).toMatchObject({ error: 'invalid_request' })
  const device = await provider.post('/oauth/device_authorization', { client_id: clientId, scope: 'email' })
  expect(device.json()).toMatchObject({ error: 'unauthorized_client' })
})

test.each<[string, Readonly<Record<string, unknown>>, string]>([
  ['another client_id', { client_id: 'https://victim.example/client' }, 'names another client_id'],
  ['no client_id', { client_id: undefined }, 'names another client_id'],
  ['a secret', { client_secret: 'x' }, 'holds a client_secret'],
  ['a method of secrets', { token_endpoint_auth_method: 'client_secret_basic' }, 'none or private_key_jwt'],
  ['no redirect URI', { redirect_uris: [] }, 'At least one redirect URI'],
  ['a redirect URI that runs script', { redirect_uris: ['javascript:alert(1)'] }, 'redirect URI number 1'],
  ['a name that hides something', { client_name: 'Bank\u202e' }, 'invisible characters'],
  ['the name of the service', { client_name: 'Cоuntersign Support' }, 'looks like the name of this service'],
  ['a name of two alphabets', { client_name: 'аpple' }, 'alphabets that look alike'],
  ['a sector of others', { sector_identifier_uri: 'https://a.example/' }, 'sector_identifier_uri'],
  ['updates without a key', { keeps_up_to_date: true }, 'keeps_up_to_date needs a claims_encryption_jwk'],
  ['an empty key set', { token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [] } }, 'at least one'],
  ['a value of another kind', { redirect_uris: 'https://app.example/' }, 'no JSON object of client metadata'],
])('a document with %s is refused, and its author is told why', async (_case, changes, sentence) => {
  const { error, error_description } = await refusalOf(publish(changes))
  expect(error).toBe('invalid_client')
  expect(error_description).toContain(sentence)
})

test('draft §4: a document that is malformed, too large, elsewhere or missing is no client', async () => {
  const broken = publish()
  change(broken, '<html>')
  expect((await refusalOf(broken)).error_description).toContain('no JSON object')
  const [large, moved, gone] = [publish({ tos: 'x'.repeat(11_000) }), publish(), publish()]
  change(moved, 'moved')
  remove(gone)
  for (const clientId of [large, moved, gone]) {
    const { error, error_description } = await refusalOf(clientId)
    expect([error, error_description]).toEqual(['invalid_client', expect.stringContaining('cannot be had')])
  }
  expect(fetched).not.toContain('/elsewhere')
})

test('a document is read again after five minutes; a missing one is served for a day from the last', async () => {
  const clientId = publish()
  const nameNow = async () => {
    const id = await provider.startRequest({ client_id: clientId, redirect_uri: CALLBACK })
    return (await provider.details(id)).client.name
  }
  clock += MINUTE_MS
  await nameNow()
  rename(clientId)
  expect(await nameNow()).toContain('Inspector')
  clock += DOCUMENT_MAX_AGE_MS
  expect(await nameNow()).toContain('Renamed')
  remove(clientId)
  clock += DOCUMENT_MAX_AGE_MS
  expect(await nameNow()).toContain('Renamed')
  clock += DOCUMENT_LAST_RESORT_MS
  await provider.database.sql`
    update provider.client_documents set read_at = now() - interval '1 day' where client_id = ${clientId}`
  expect((await refusalOf(clientId)).error).toBe('invalid_client')
  expect(fetched).toHaveLength(4)
  const logo = await provider.app.inject(`/oauth/clients/${encodeURIComponent(clientId)}/logo`)
  expect([logo.statusCode, fetched.length]).toEqual([404, 4])
})

test('by default an app goes in by a document that names a sealing key, any app only where it is listed', async () => {
  const sealed = await provider.startInstance({ clientMetadataHosts: parseDocumentHosts('sealed') })
  const listed = await provider.startInstance({ clientMetadataHosts: parseDocumentHosts(`sealed, ${hostOf()}`) })
  const ask = async (app: StartedProvider['app'], changes = {}) => {
    clock += MINUTE_MS
    const query = provider.authorizeQuery({ client_id: publish(changes), redirect_uri: CALLBACK })
    return app.inject(`/oauth/authorize?${query.toString()}`)
  }
  const { publicJwk: claims_encryption_jwk } = await newAppKey()
  expect((await ask(sealed, { claims_encryption_jwk })).statusCode).toBe(302)
  expect((await ask(listed)).statusCode).toBe(302)
  const refused = (await ask(sealed)).json()
  expect(refused).toMatchObject({ error: 'invalid_client' })
  expect(refused.error_description).toContain('names no claims_encryption_jwk')
  await Promise.all([sealed.close(), listed.close()])
})

test('the metadata says so, and only while it is true', async () => {
  const name = 'client_id_metadata_document_supported'
  const read = async (app: StartedProvider['app']) =>
    (await app.inject('/.well-known/oauth-authorization-server')).json<Record<string, unknown>>()[name]
  expect(await read(provider.app)).toBe(true)
  const closed = await provider.startInstance({ clientMetadataHosts: undefined })
  expect(await read(closed)).toBeUndefined()
  const refused = await closed.inject(`/oauth/authorize?client_id=${encodeURIComponent(publish())}`)
  expect(refused.json()).toEqual({ error: 'invalid_client', error_description: 'The client_id is unknown.' })
  expect(fetched).toEqual([])
  await closed.close()
})
