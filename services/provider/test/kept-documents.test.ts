import { startBeforeAll } from '@countersign/testing'
import { expect, test } from 'vitest'
import { DOCUMENT_MAX_AGE_MS } from '../src/clients/documents/document-memory.ts'
import { ANY, CALLBACK, publishDocuments } from './published-documents.ts'
import { type StartedProvider, startProvider } from './started-provider.ts'

const { fetched, outbound, hostOf, publish, change, remove } = publishDocuments()

let clock = Date.now()
const provider = startBeforeAll(() =>
  startProvider('postgresql', () => new Date(clock), { clientMetadataHosts: ANY }, { outbound: outbound() }),
)

/** An app with tokens, whose document is gone since. */
const obtainTokensAndVanish = async () => {
  const clientId = publish()
  const changes = { client_id: clientId, client_secret: undefined, redirect_uri: CALLBACK }
  const code = await provider.obtainCodeOf(changes, { redirect_uri: CALLBACK })
  const tokens = (await provider.exchange(code, changes)).json()
  remove(clientId)
  const refresh = (app: StartedProvider['app']) =>
    provider.token({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token, client_id: clientId }, {}, app)
  const authorization = `Bearer ${tokens.access_token}`
  const userinfo = (app: StartedProvider['app']) => app.inject({ url: '/oauth/userinfo', headers: { authorization } })
  return { clientId, refresh, userinfo }
}

test('after a restart, an app goes on while the host of its document is away', async () => {
  const { refresh, userinfo } = await obtainTokensAndVanish()
  fetched.splice(0)
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
  fetched.splice(0)
  const restarted = await provider.startInstance()
  expect((await refresh(restarted)).statusCode).toBe(200)
  expect(fetched).toEqual([new URL(clientId).pathname])
  await restarted.close()
})

test('a request goes on in another process without another fetch', async () => {
  const clientId = publish()
  const id = await provider.startRequest({ client_id: clientId, redirect_uri: CALLBACK })
  remove(clientId)
  const other = await provider.startInstance()
  const path = `auth-request-details/?auth_request_id=${id}`
  const details = await provider.internal('GET', path, undefined, { at: other })
  expect(details.json().client.name).toBe(`${hostOf()} (Inspector)`)
  expect(fetched).toHaveLength(1)
  await other.close()
})

test('the document of an app in use stays for a day, of an unused app not for an hour', async () => {
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
  fetched.splice(0)
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
  change(clientId, '{}')
  clock += DOCUMENT_MAX_AGE_MS
  const refused = await provider.authorize({ client_id: clientId, redirect_uri: CALLBACK })
  expect(refused.json()).toMatchObject({ error: 'invalid_client' })
  const rows = await provider.database.sql`
    select 1 from provider.client_documents where client_id = ${clientId}`
  expect(rows).toEqual([])
})
