import { ADMINISTRATION, CORE_ADMINISTRATION } from '@countersign/contracts'
import { byPasskey, PNG, signInByPasskey, startBeforeAll } from '@countersign/testing'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addPasskey } from '../../../test/account.ts'
import { fixture, readTestConfig, startCore } from '../../../test/core-under-test.ts'
import { bearer, confirmingWith, newAuthenticator, type WiredPerson, withToken } from '../../../test/person.ts'
import { SERVICE_TOKEN, say } from '../../../test/provider-under-test.ts'
import { askOver, httpTransport } from '../../ground/provider-client/transport.ts'

const CREATION = {
  name: 'New App',
  redirect_uris: ['https://new.example/callback'],
  scopes: [{ name: 'email', reason: 'To write to you.', required: true }],
}
const ALL = { ...ADMINISTRATION, ...CORE_ADMINISTRATION }
type Operation = keyof typeof ALL
const OPERATIONS = Object.keys(ALL) as Operation[]
const CHANGES = OPERATIONS.filter((name) => ALL[name].method !== 'GET')
const FOR_ADMINISTRATORS = OPERATIONS.filter((name) => ALL[name].isFor === 'administrators')

describe('the console', () => {
  const administrators: string[] = []
  const core = startBeforeAll(async () => {
    const config = { ...(await readTestConfig()), administrators, developerRegistration: 'people' as const }
    return startCore('postgresql', { config })
  })
  const operator = fixture(beforeAll, () => core.signUpWithPasskey())
  const dora = fixture(beforeAll, () => core.newPerson())

  beforeAll(async () => {
    administrators.push(operator.userId)
  })
  beforeEach(() => {
    core.provider.lie = undefined
  })

  type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

  async function call({ token }: WiredPerson, method: Method, path: string, payload?: object | Buffer) {
    const headers = { ...bearer(token), ...(Buffer.isBuffer(payload) && { 'content-type': 'image/png' }) }
    const response = await core.app.inject({
      method,
      url: `/api/console/${path}`,
      headers,
      ...(payload && { payload }),
    })
    return { status: response.statusCode, body: response.body === '' ? undefined : response.json(), response }
  }

  function ask(somebody: WiredPerson, operation: Operation) {
    const { method, path } = ALL[operation]
    const filled = path
      .replace(':client_id', 'nobody')
      .replace(/:\w+_id/, somebody.userId)
      .replace(':kid', 'k')
    const payload = operation === 'setClientLogo' ? PNG : {}
    return call(somebody, method, filled, method === 'GET' || method === 'DELETE' ? undefined : payload)
  }

  const confirm = (somebody: WiredPerson) => somebody.confirm({ act: 'administer' })

  test('tells each user their id and role', async () => {
    const mine = async (somebody: WiredPerson) => (await call(somebody, 'GET', 'me/')).body
    expect(await mine(operator)).toMatchObject({ role: 'administrator', user_id: operator.userId })
    expect(await mine(dora)).toMatchObject({ role: 'developer', developer_registration: 'people' })
    expect((await core.app.inject('/api/console/me/')).statusCode).toBe(401)
  })

  test('changes nothing for an administrator who has confirmed something else, or nothing lately', async () => {
    await operator.confirm({ act: 'export_account' })
    for (const operation of CHANGES) {
      const { status, body } = await ask(operator, operation)
      expect([operation, status, body.code]).toEqual([operation, 403, 'reauth_required'])
    }
    await confirm(operator)
    await core.database.sql`update core.sessions set intent_expires_at = now() where user_id = ${operator.userId}`
    expect((await ask(operator, 'createClient')).body.code).toBe('reauth_required')
  })

  test('refuses an administrator who signed in by password', async () => {
    const careless = await core.newPerson()
    administrators.push(careless.userId)
    await confirm(careless)
    for (const operation of OPERATIONS.filter((name) => name !== 'readAccess')) {
      const { status, body } = await ask(careless, operation)
      expect([operation, status, body.code]).toEqual([operation, 403, 'passkey_required'])
    }
    expect((await call(careless, 'GET', 'me/')).body.role).toBe('administrator')
  })

  test('refuses a passkey of an administrator who also has a password', async () => {
    const thief = await core.newPerson()
    administrators.push(thief.userId)
    const authenticator = newAuthenticator()
    await addPasskey(thief, authenticator)
    const wired = core.newWiredDevice()
    await signInByPasskey(wired.device, authenticator)
    const byOwn = withToken({ ...thief, ...confirmingWith(wired, byPasskey(authenticator)) })
    await confirm(byOwn)
    expect((await call(byOwn, 'POST', 'clients/', CREATION)).body.code).toBe('passkey_required')
    expect((await call(byOwn, 'GET', 'clients/')).body.code).toBe('passkey_required')
    await byOwn.device.removeMethod({ unlockId: thief.signedIn.unlock.id })
    expect((await call(byOwn, 'GET', 'clients/')).status).toBe(200)
  })

  test('takes one confirmation for acts that belong together; the trail has actor and network', async () => {
    await confirm(operator)
    const created = await call(operator, 'POST', 'clients/', CREATION)
    const { client_id: id, client_secret: secret } = created.body
    expect([created.status, created.response.headers.location]).toEqual([201, `/api/console/clients/${id}/`])
    expect(secret).toMatch(/^cs_cs_/)
    expect((await call(operator, 'PUT', `clients/${id}/logo/`, PNG)).status).toBe(204)
    const { app } = await core.provider.real()
    expect((await app.inject(`/oauth/clients/${id}/logo`)).rawPayload).toEqual(PNG)
    expect((await call(operator, 'POST', `clients/${id}/secrets/`)).status).toBe(201)
    expect((await call(operator, 'POST', `clients/${id}/disable/`)).body.disabled_at).toEqual(expect.any(String))
    expect((await call(operator, 'DELETE', `clients/${id}/`)).status).toBe(204)
    const { body } = await call(operator, 'GET', `audit-events/?client_id=${id}`)
    const told = body.events.map(({ event, outcome, user_id, network }: Record<string, string>) => {
      return [event, outcome, user_id, network]
    })
    const changes = ['removed', 'disabled', 'secret_rotated', 'updated', 'registered']
    const bySomebody = ['administrator', operator.userId, '127.0.0.0/24']
    expect(told).toEqual(changes.map((change) => [`client_${change}`].concat(bySomebody)))
  })

  test('limits a developer to confirmed acts on their own apps', async () => {
    expect((await ask(dora, 'createClient')).body.code).toBe('reauth_required')
    await confirm(dora)
    const { body: own } = await call(dora, 'POST', 'clients/', CREATION)
    expect(own.owner).toBe(dora.userId)
    const { client } = await core.provider.real()
    expect((await call(dora, 'GET', 'clients/')).body.clients).toMatchObject([{ client_id: own.client_id }])
    expect((await call(dora, 'GET', `clients/${client.client_id}/`)).status).toBe(404)
    for (const operation of FOR_ADMINISTRATORS) {
      const { status, body } = await ask(dora, operation)
      expect([operation, status, body.code]).toEqual([operation, 403, 'not_allowed'])
    }
    expect((await call(dora, 'DELETE', `clients/${own.client_id}/`)).status).toBe(204)
  })

  test('passes on no answer outside the schema of the operation', async () => {
    core.provider.lie = say(200, { answer: { clients: 'all' } })
    expect(await call(operator, 'GET', 'clients/')).toMatchObject({
      status: 503,
      body: { code: 'service_unavailable' },
    })
  })
})

test('without named administrators and without registration by people, no user has a part in the console', async () => {
  const overHttp = async (baseUrl: string) =>
    askOver(httpTransport({ baseUrl, serviceToken: SERVICE_TOKEN, timeoutSeconds: 5 }))
  const core = await startCore('postgresql', {
    ask: async ({ app }) => overHttp(await app.listen({ port: 0, host: '127.0.0.1' })),
  })
  const ada = await core.signUpWithPasskey()
  const get = (path: string) => core.get(`/api/console/${path}`, ada.token)
  expect((await get('me/')).json()).toEqual({
    role: 'none',
    user_id: ada.userId,
    dynamic_registration: 'off',
    developer_registration: 'off',
  })
  expect((await get('clients/')).json().code).toBe('not_allowed')
  const told = { user_id: ada.userId, role: 'administrator', operation: 'listClients', input: { query: {} } }
  // The service token alone gets no further.
  const { internal } = await core.provider.real()
  expect((await internal('POST', 'administration/', told)).statusCode).toBe(404)
  await core.close()
})
