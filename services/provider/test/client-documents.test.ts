import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { UNBRANDED } from '@countersign/service/brand'
import { createNetworkLimiter } from '@countersign/service/limits'
import { type OutboundPolicy, PUBLIC_INTERNET } from '@countersign/service/network'
import { createTestDatabase, startBeforeAll, TEST_CERTIFICATE, TEST_HOST, TEST_PRIVATE_KEY } from '@countersign/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { BUILT_IN_SCOPES } from '../src/catalogue/scopes/known-scopes.ts'
import {
  createClientDocuments,
  DOCUMENT_MAX_AGE_MS,
  DOCUMENT_PAUSE_MS,
  PLACES_PER_NETWORK,
} from '../src/clients/documents/client-documents.ts'
import { DOCUMENT_LAST_RESORT_MS } from '../src/clients/documents/document-memory.ts'
import { parseDocumentHosts, readClientIdUrl } from '../src/ground/client-id-url.ts'
import { DOCUMENTS_PER_NETWORK } from '../src/ground/rate-limits/limiters.ts'
import { providerMigrations } from '../src/index.ts'
import { createSigningKey } from './signing-key.ts'
import { ISSUER, SERVICE_TOKEN, type StartedProvider, startProvider, USER_ID } from './started-provider.ts'

const LOOPBACK = '127.0.0.1'
/** Two networks that have nothing to do with each other. */
const [STRANGER, NEIGHBOUR] = ['203.0.113.7', '198.51.100.9']
const CALLBACK = 'http://127.0.0.1:33418/callback'
const MINUTE_MS = 60_000
const ANY = parseDocumentHosts('*') ?? undefined

type Document = Readonly<Record<string, unknown>>

/** Documents on the fake internet by path; others answer 404. */
const published = new Map<string, string>()
let fetched: string[] = []
let internet: Server
let outbound: OutboundPolicy

beforeAll(async () => {
  internet = createServer({ cert: TEST_CERTIFICATE, key: TEST_PRIVATE_KEY }, (request, response) => {
    fetched.push(request.url ?? '')
    const body = published.get(request.url ?? '')
    if (body === undefined) response.statusCode = 404
    if (body === 'moved') response.writeHead(302, { location: '/elsewhere' })
    response.end(body)
  })
  await new Promise<void>((resolve) => internet.listen(0, LOOPBACK, resolve))
  outbound = {
    resolve: async () => [LOOPBACK],
    isAllowed: (address) => address === LOOPBACK,
    certificateAuthority: TEST_CERTIFICATE,
  }
})
beforeEach(() => {
  fetched = []
})
afterAll(async () => new Promise((resolve) => internet.close(resolve)))

const hostOf = () => `${TEST_HOST}:${(internet.address() as AddressInfo).port}`
let documents = 0

/** Publishes a document at an address of its own, and answers that. */
function publish(changes: Document = {}): string {
  documents += 1
  const path = `/client-${documents}.json`
  const clientId = `https://${hostOf()}${path}`
  const redirects = { redirect_uris: [CALLBACK, 'https://app.example/callback'] }
  const document = { client_id: clientId, client_name: 'Inspector', ...redirects, ...changes }
  published.set(path, JSON.stringify(document))
  return clientId
}

describe('client id metadata documents', () => {
  let provider: StartedProvider
  let clock: number

  beforeAll(async () => {
    clock = Date.now()
    provider = await startProvider('postgresql', () => new Date(clock), { clientMetadataHosts: ANY }, { outbound })
  })
  afterAll(() => provider.close())

  const client = (clientId: string) => ({ client_id: clientId, client_secret: undefined })
  const refusalOf = async (clientId: string) => {
    // For the limit of this network.
    clock += MINUTE_MS
    const refused = await provider.authorize({ client_id: clientId, redirect_uri: CALLBACK })
    return refused.json<Record<string, string>>()
  }

  test('an app that nobody registered goes the whole way, and is called by its host', async () => {
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
    const data_token = await provider.attest(id, { aud: clientId })
    const { authorization_code } = (await provider.complete(id, { data_token })).json()
    const changes = { ...client(clientId), redirect_uri: CALLBACK }
    const tokens = await provider.exchange(authorization_code, changes)
    expect(tokens.json()).toMatchObject({ token_type: 'Bearer', data_token })
    expect((await provider.refresh(tokens.json().refresh_token, client(clientId))).statusCode).toBe(200)
    expect(fetched).toHaveLength(1)

    const logo = await provider.app.inject(`/oauth/clients/${encodeURIComponent(clientId)}/logo`)
    expect([logo.statusCode, logo.headers['content-type']]).toEqual([200, 'image/svg+xml'])
    const { grants } = (await provider.internal('GET', `grants/?user_id=${USER_ID}`)).json()
    expect(grants).toMatchObject([{ client: { client_id: clientId, name: `${hostOf()} (Inspector)` } }])
    const revoked = await provider.internal('POST', 'grants/revoke/', { user_id: USER_ID, client_id: clientId })
    expect(revoked.json()).toEqual({ revoked: 1 })
    await provider.app.auditTrail.flush()
    const events = await provider.database.sql`
      select 1 from provider.audit_events where event = 'tokens_issued' and client_id = ${clientId}`
    expect(events).toHaveLength(2)
  })

  test('an app with keys proves itself by them, and by no secret', async () => {
    const key = await createSigningKey()
    const clientId = publish({ token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [key.publicJwk] } })
    const grant = { grant_type: 'refresh_token', refresh_token: 'none' }
    const type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
    const proof = async (own: typeof key) => ({
      client_assertion_type: type,
      client_assertion: await own.assertion(clientId),
    })
    expect((await provider.token({ ...grant, ...(await proof(key)) })).json().error).toBe('invalid_grant')
    const stranger = await createSigningKey()
    expect((await provider.token({ ...grant, ...(await proof(stranger)) })).json().error).toBe('invalid_client')
    expect((await provider.token({ ...grant, client_id: clientId })).json().error).toBe('invalid_client')
  })

  test('a redirect URI is one of the document, character by character, but for the port of a loopback address', async () => {
    const clientId = publish()
    const ask = async (redirect_uri: string) => provider.authorize({ client_id: clientId, redirect_uri })
    expect((await ask('http://127.0.0.1:5000/callback')).statusCode).toBe(302)
    for (const other of ['https://app.example/callback/', 'https://evil.example/callback', 'http://127.0.0.1/other']) {
      expect((await ask(other)).json()).toMatchObject({ error: 'redirect_uri_mismatch' })
    }
  })

  test('nobody here has looked at it: an error is shown and never redirected, and PKCE is a must', async () => {
    const clientId = publish()
    const changes = { client_id: clientId, redirect_uri: CALLBACK, code_challenge: undefined }
    const refused = await provider.authorize({ ...changes, code_challenge_method: undefined })
    expect(refused.headers.location).toBeUndefined()
    expect(refused.json()).toMatchObject({ error: 'invalid_request' })
    const device = await provider.post('/oauth/device_authorization', { client_id: clientId, scope: 'email' })
    expect(device.json()).toMatchObject({ error: 'unauthorized_client' })
  })

  test.each<[string, Document, string]>([
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
    ['keys that are none', { token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [] } }, 'at least one'],
    ['a value of another kind', { redirect_uris: 'https://app.example/' }, 'no JSON object of client metadata'],
  ])('a document with %s is refused, and its author is told why', async (_case, changes, sentence) => {
    const { error, error_description } = await refusalOf(publish(changes))
    expect(error).toBe('invalid_client')
    expect(error_description).toContain(sentence)
  })

  test('draft §4: what is no document, too large, elsewhere or not there is no client', async () => {
    const broken = publish()
    published.set(new URL(broken).pathname, '<html>')
    expect((await refusalOf(broken)).error_description).toContain('no JSON object')
    const [large, moved, gone] = [publish({ tos: 'x'.repeat(11_000) }), publish(), publish()]
    published.set(new URL(moved).pathname, 'moved')
    published.delete(new URL(gone).pathname)
    for (const clientId of [large, moved, gone]) {
      const { error, error_description } = await refusalOf(clientId)
      expect([error, error_description]).toEqual(['invalid_client', expect.stringContaining('cannot be had')])
    }
    expect(fetched).not.toContain('/elsewhere')
  })

  test('the document is read again after five minutes, and the last one serves for a day while there is none', async () => {
    const clientId = publish()
    const path = new URL(clientId).pathname
    const nameNow = async () => {
      const id = await provider.startRequest({ client_id: clientId, redirect_uri: CALLBACK })
      return (await provider.details(id)).client.name
    }
    clock += MINUTE_MS
    await nameNow()
    published.set(path, (published.get(path) ?? '').replace('Inspector', 'Renamed'))
    expect(await nameNow()).toContain('Inspector')
    clock += DOCUMENT_MAX_AGE_MS
    expect(await nameNow()).toContain('Renamed')
    published.delete(path)
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
})

describe('documents that were read once', () => {
  let clock = Date.now()
  const provider = startBeforeAll(() =>
    startProvider('postgresql', () => new Date(clock), { clientMetadataHosts: ANY }, { outbound }),
  )

  /** An app with tokens, whose document is gone since. */
  const obtainTokensAndVanish = async () => {
    const clientId = publish()
    const id = await provider.startRequest({ client_id: clientId, redirect_uri: CALLBACK })
    const data_token = await provider.attest(id, { aud: clientId })
    const { authorization_code } = (await provider.complete(id, { data_token })).json()
    const changes = { client_id: clientId, client_secret: undefined, redirect_uri: CALLBACK }
    const tokens = (await provider.exchange(authorization_code, changes)).json()
    published.delete(new URL(clientId).pathname)
    const refresh = (app: StartedProvider['app']) =>
      provider.token({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token, client_id: clientId }, {}, app)
    const authorization = `Bearer ${tokens.access_token}`
    const userinfo = (app: StartedProvider['app']) => app.inject({ url: '/oauth/userinfo', headers: { authorization } })
    return { clientId, refresh, userinfo }
  }

  test('after a restart, an app goes on while the host of its document is away', async () => {
    const { refresh, userinfo } = await obtainTokensAndVanish()
    fetched = []
    const restarted = await provider.startInstance()
    expect((await userinfo(restarted)).statusCode).toBe(200)
    expect((await refresh(restarted)).statusCode).toBe(200)
    expect(fetched).toEqual([])
    await restarted.close()
  })

  test('after a restart, a document that is older than five minutes is read again, and serves until then', async () => {
    const { clientId, refresh } = await obtainTokensAndVanish()
    await provider.database.sql`
      update provider.client_documents set read_at = now() - interval '23 hours' where client_id = ${clientId}`
    fetched = []
    const restarted = await provider.startInstance()
    expect((await refresh(restarted)).statusCode).toBe(200)
    expect(fetched).toEqual([new URL(clientId).pathname])
    await restarted.close()
  })

  test('a request goes on in another process without another fetch', async () => {
    const clientId = publish()
    const id = await provider.startRequest({ client_id: clientId, redirect_uri: CALLBACK })
    published.delete(new URL(clientId).pathname)
    const other = await provider.startInstance()
    const details = await other.inject({
      url: `/api/auth/internal/auth-request-details/?auth_request_id=${id}`,
      headers: { 'x-service-token': SERVICE_TOKEN },
    })
    expect(details.json().client.name).toBe(`${hostOf()} (Inspector)`)
    expect(fetched).toHaveLength(1)
    await other.close()
  })

  test('a document of an app that people use stays for a day, and of one that nobody uses not for an hour', async () => {
    const { clientId: used } = await obtainTokensAndVanish()
    const other = await provider.startInstance()
    const unused = publish()
    await provider.startRequest({ client_id: unused, redirect_uri: CALLBACK })
    const hoursLeft = async (clientId: string) => {
      const [row] = await provider.database.sql<{ hours: number }>`
        select (extract(epoch from leaves_at - now()) / 3600)::float8 as hours
          from provider.client_documents where client_id = ${clientId}`
      return row?.hours ?? 0
    }
    await expect.poll(() => hoursLeft(used), { timeout: 15_000 }).toBeGreaterThan(23)
    expect(await hoursLeft(unused)).toBeLessThan(1)
    await other.close()
  })

  test('while a document cannot be had and none is kept, nothing that its app holds is called revoked', async () => {
    const { clientId, refresh, userinfo } = await obtainTokensAndVanish()
    await provider.database.sql`delete from provider.client_documents where client_id = ${clientId}`
    const other = await provider.startInstance()
    for (const { statusCode, headers, body } of [await refresh(other), await userinfo(other)]) {
      expect([statusCode, headers['retry-after'], body]).toEqual([503, '30', expect.stringContaining('temporarily')])
    }
    await other.close()
  })

  test('a form is brought to an app whose document is known, and no document is fetched for one', async () => {
    const known = publish({ redirect_uris: ['https://app.example/callback'] })
    await provider.startRequest({ client_id: known, redirect_uri: 'https://app.example/callback' })
    fetched = []
    const bring = (clientId: string) => {
      const redirect = { redirect_uri: 'https://app.example/callback', error: 'access_denied' }
      return provider.app.inject(
        `/oauth/form-post?${new URLSearchParams({ client_id: clientId, ...redirect }).toString()}`,
      )
    }
    expect((await bring(known)).statusCode).toBe(200)
    expect((await bring(publish())).statusCode).toBe(400)
    expect(fetched).toEqual([])
  })

  test('a document that turned out wrong is kept nowhere', async () => {
    const clientId = publish()
    await provider.startRequest({ client_id: clientId, redirect_uri: CALLBACK })
    published.set(new URL(clientId).pathname, '{}')
    clock += DOCUMENT_MAX_AGE_MS
    const refused = await provider.authorize({ client_id: clientId, redirect_uri: CALLBACK })
    expect(refused.json()).toMatchObject({ error: 'invalid_client' })
    const rows = await provider.database.sql`
      select 1 from provider.client_documents where client_id = ${clientId}`
    expect(rows).toEqual([])
  })
})

describe('what anybody can make us fetch', () => {
  let clock = Date.now()
  const database = startBeforeAll(() => createTestDatabase('embedded', providerMigrations))
  const createDocuments = (changes: Partial<Parameters<typeof createClientDocuments>[0]> = {}) => {
    const unavailable: string[] = []
    const hosts = ANY
    if (!hosts) throw new Error('No hosts.')
    const now = () => new Date(clock)
    const client = createClientDocuments({
      sql: database.sql,
      fetches: createNetworkLimiter({ limit: DOCUMENTS_PER_NETWORK, windowSeconds: 60 }, now),
      requestLifetimeSeconds: 600,
      brand: UNBRANDED,
      hosts,
      outbound,
      scopes: { all: async () => BUILT_IN_SCOPES },
      now,
      onUnavailable: ({ reason }) => unavailable.push(reason),
      ...changes,
    })
    return { ...client, unavailable }
  }

  test('is each document once, however many ask at once, and one that is not there once in half a minute', async () => {
    const documentsOf = createDocuments()
    const find = (clientId: string) => documentsOf.find(clientId, STRANGER)
    const clientId = publish()
    const found = await Promise.all(Array.from({ length: 50 }, () => find(clientId)))
    expect(new Set(found).size).toBe(1)
    const gone = publish()
    published.delete(new URL(gone).pathname)
    for (let round = 0; round < 20; round += 1) expect(await find(gone)).toBeUndefined()
    expect(fetched).toHaveLength(2)
    clock += DOCUMENT_PAUSE_MS
    await find(gone)
    expect(fetched).toHaveLength(3)
  })

  test('is for each network no more than ten unknown documents a minute, and that shuts no other network out', async () => {
    const documentsOf = createDocuments()
    const known = publish()
    expect(await documentsOf.find(known, STRANGER)).toBeDefined()
    const junk = async () => {
      for (let number = 0; number < 3 * DOCUMENTS_PER_NETWORK; number += 1)
        await documentsOf.find(`https://${hostOf()}/none-${number}-${clock}`, STRANGER)
    }
    await junk()
    expect(fetched).toHaveLength(DOCUMENTS_PER_NETWORK)
    expect(await documentsOf.find(publish(), STRANGER)).toBeUndefined()
    expect(await documentsOf.find(publish(), NEIGHBOUR)).toBeDefined()
    clock += DOCUMENT_MAX_AGE_MS
    await junk()
    const [path, text = ''] = [new URL(known).pathname, published.get(new URL(known).pathname)]
    published.set(path, text.replace('Inspector', 'Renamed'))
    expect((await documentsOf.find(known, STRANGER))?.name).toContain('Renamed')
  })

  test('takes a few places of its network alone, where no name server answers: an honest app of another one is served', async () => {
    const asked: string[] = []
    const silence = new Promise<never>(() => undefined)
    const resolve: OutboundPolicy['resolve'] = async (hostname) => {
      asked.push(hostname)
      return hostname === TEST_HOST ? [LOOPBACK] : silence
    }
    const documentsOf = createDocuments({ outbound: { ...outbound, resolve } })
    const network = (number: number) => `2001:db8:1:${number.toString(16)}::1`
    const asking = Array.from({ length: 64 }, async (_, number) =>
      documentsOf.find(`https://silent-${number}.example/client`, network(number)),
    )
    const honest = await Promise.all(Array.from({ length: 8 }, async () => documentsOf.find(publish(), NEIGHBOUR)))
    expect(asked.filter((name) => name.startsWith('silent'))).toHaveLength(PLACES_PER_NETWORK)
    expect(honest.filter((client) => client !== undefined)).toHaveLength(PLACES_PER_NETWORK)
    expect(await Promise.all(asking)).toEqual(Array.from({ length: 64 }))
    expect(await documentsOf.find(publish(), network(0))).toBeDefined()
  })

  test.each<[string, readonly string[]]>([
    ['https://127.0.0.1/client', []],
    ['https://[::1]/client', []],
    ['https://[::ffff:169.254.169.254]/latest', []],
    ['https://0x7f.1/client', []],
    ['https://169.254.169.254/latest/meta-data', ['is not on the public internet']],
    ['https://10.0.0.1/client', ['is not on the public internet']],
    ['https://localhost/client', []],
  ])('CVE-2026-1180: is never our own network (%s)', async (clientId, reasons) => {
    const { unavailable, ...documentsOf } = createDocuments({ outbound: PUBLIC_INTERNET })
    expect(await documentsOf.find(clientId, STRANGER)).toBeUndefined()
    expect(unavailable).toEqual(reasons)
    expect(fetched).toEqual([])
  })

  test.each([
    ['a private address', ['10.0.0.1']],
    ['a public address and a private one', ['93.184.215.14', '169.254.169.254']],
  ])('CVE-2026-1180: is never our own network, by a name with %s', async (_case, addresses) => {
    const resolving = { ...PUBLIC_INTERNET, resolve: async () => addresses }
    const { unavailable, ...documentsOf } = createDocuments({ outbound: resolving })
    expect(await documentsOf.find('https://rebound.example/client', STRANGER)).toBeUndefined()
    expect(unavailable).toEqual(['is not on the public internet'])
  })

  test.each([
    ['app.example', 'https://app.example/client.json', true],
    ['app.example', 'https://app.example:8443/client.json', true],
    ['app.example:8443', 'https://app.example/client.json', false],
    ['app.example', 'https://evil.example/client.json', false],
    ['app.example', 'https://app.example.evil.example/client.json', false],
    ['*', 'https://app.example/a/b?version=2', true],
    ['*, !evil.example', 'https://evil.example/client.json', false],
    ['*, !evil.example', 'https://a.evil.example/client.json', false],
    ['*, !evil.example', 'https://notevil.example/client.json', true],
    ['*, !evil.example', 'https://evil.example./client.json', false],
    ['*, !evil.example:8443', 'https://evil.example:8443/client.json', false],
    ['*', 'https://app.example', false],
    ['*', 'https://app.example/', false],
    ['*', 'https://APP.example/client.json', false],
    ['*', 'https://app.example:443/client.json', false],
    ['*', 'https://app.example/a/../client.json', false],
    ['*', 'https://app.example/a/%2e%2E/client.json', false],
    ['*', 'https://app.example/client.json#', false],
    ['*', 'https://user@app.example/client.json', false],
    ['*', 'https://app.example@evil.example/client.json', false],
    ['*', 'http://app.example/client.json', false],
    ['*', 'http://localhost:3000/client.json', false],
    ['*, localhost', 'http://localhost:3000/client.json', true],
    ['*, localhost', 'http://localhost.evil.example/client.json', false],
    ['*', 'data:application/json,{}', false],
  ])('with CLIENT_METADATA_HOSTS=%s, %s: %s', (hosts, clientId, isRead) => {
    const parsed = parseDocumentHosts(hosts)
    expect(parsed && readClientIdUrl(clientId, parsed) !== undefined).toBe(isRead)
  })

  test.each([
    '',
    ',',
    'https://app.example',
    'app.example/path',
    '*.example',
    'a b',
    'app.example.',
    '!evil.example:443',
  ])('%j is no list of hosts', (text) => {
    expect(parseDocumentHosts(text)).toBeUndefined()
  })
})
