import type { TestSignIn } from '@countersign/contracts'
import { roleOf } from '@countersign/service/settings'
import { startBeforeAll } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { expectServiceRefusal } from './answers.ts'
import { CREATION, REDIRECT_URI, startProvider, USER_ID } from './started-provider.ts'

const DORA = '1b0ec1d2-3f7c-4c3f-9a51-0d9a4c1f2e3b'
const SETTINGS = { administrators: [USER_ID], developerRegistration: 'people' } as const
const RETURN = 'https://id.example/console/test-sign-in'

describe('a test sign-in', () => {
  const provider = startBeforeAll(() => startProvider('postgresql', undefined, SETTINGS))
  const appOf = () => provider.client.client_id

  /** Starts a test by the administration token, or as a person. */
  async function start(clientId = appOf()): Promise<TestSignIn> {
    return (await provider.admin('POST', `clients/${clientId}/test-sign-ins/`)).json()
  }

  async function ask(user_id: string, operation: string, input: object) {
    const asked = { user_id, role: roleOf(SETTINGS, user_id), operation, input }
    const { answer, code } = (await provider.internal('POST', 'administration/', asked)).json()
    return answer ?? { code }
  }

  /** The request of the test, as its browser opens it. */
  async function openTest({ authorize_url }: TestSignIn): Promise<string> {
    const query = new URL(authorize_url).searchParams
    const opened = await provider.open(query.get('request_uri') ?? '', { client_id: query.get('client_id') ?? '' })
    return new URL(opened.headers.location ?? '').searchParams.get('auth_request_id') ?? ''
  }

  async function approve(started: TestSignIn, approval = {}) {
    const { authorization_code: code, redirect_uri } = (
      await provider.complete(await openTest(started), approval)
    ).json()
    expect(redirect_uri).toBe(RETURN)
    return code
  }

  const complete = (code: string, { test_id }: TestSignIn, clientId = appOf()) =>
    provider.admin('POST', `clients/${clientId}/test-sign-ins/complete/`, { test_id, code })

  async function livingTokens() {
    return provider.database.sql`select 1 from provider.grants where revoked_at is null`
  }

  test('asks as the app does, shows its answers without a working token, leaves no grant', async () => {
    const started = await start()
    const id = await openTest(started)
    expect(await provider.details(id)).toMatchObject({
      client: { name: 'Example App' },
      requested_scopes: ['openid', 'email', 'profile'],
      redirect_uri: RETURN,
      state: started.state,
      prompt: 'consent',
    })
    const approved = await start()
    const code = await approve(approved)
    const before = await livingTokens()
    const result = (await complete(code, approved)).json()
    expect(result).toMatchObject({
      refusal: null,
      tokens: { token_type: 'Bearer', scope: 'openid email' },
      id_token: { iss: 'https://id.example', aud: appOf(), sub: USER_ID },
      data_token: { aud: appOf(), claims: { email: 'ada@example.com' } },
      userinfo: { sub: USER_ID, email: 'ada@example.com' },
      userinfo_refusal: null,
    })
    const { tokens } = result
    for (const name of ['access_token', 'refresh_token', 'id_token', 'data_token']) {
      expect(tokens[name]).toHaveLength(13)
    }
    expect(await livingTokens()).toEqual(before)
  })

  test('its code works once, for its own test alone, and never at the token endpoint', async () => {
    const started = await start()
    const code = await approve(started)
    const other = await start()
    const of = async (given: TestSignIn) => (await complete(code, given)).json().refusal?.error_description
    expect(await of(other)).toMatch(/code_verifier/)
    for (const redirect_uri of [RETURN, REDIRECT_URI]) {
      const answer = await provider.exchange(code, { redirect_uri, code_verifier: started.test_id })
      expect(['redirect_uri_mismatch', 'invalid_grant']).toContain(answer.json().error)
    }
    expect(await of(started)).toBeUndefined()
    expect(await of(started)).toBe('The code was already used, so its tokens were revoked.')
  })

  test('and an app at its address redeem no codes of each other', async () => {
    const client = await provider.register({ redirectUris: [RETURN] })
    const started = await start(client.client_id)
    const code = await approve(started, { attested: { aud: client.client_id } })
    for (const code_verifier of [started.test_id, started.state]) {
      const answer = await provider.exchange(code, { ...client, redirect_uri: RETURN, code_verifier })
      expect(answer.json().error).toBe('invalid_grant')
    }
    const own = await provider.obtainCodeOf(client, { redirect_uri: RETURN })
    expect((await complete(own, started, client.client_id)).json().refusal).toMatchObject({ error: 'invalid_grant' })
    expect((await provider.exchange(own, { ...client, redirect_uri: RETURN })).statusCode).toBe(200)
  })

  test('a person completes only their own, and a developer only at their own app', async () => {
    const input = (client_id: string, body?: object) => ({ params: { client_id }, ...(body && { body }) })
    expect(await ask(DORA, 'startTestSignIn', input(appOf()))).toEqual({ code: 'not_found' })
    const own = await ask(DORA, 'createClient', {
      body: { ...CREATION, scopes: [{ name: 'openid', reason: '', required: false }] },
    })
    const startOwn = () => ask(DORA, 'startTestSignIn', input(own.client_id))
    const completeAs = async (user: string, { test_id }: TestSignIn, code: string) =>
      ask(user, 'completeTestSignIn', input(own.client_id, { test_id, code }))
    const approval = { approved_scopes: ['openid'], attested: { aud: own.client_id } }
    const victims = await startOwn()
    const unknown = { refusal: { error: 'invalid_grant', error_description: 'The code is unknown.' } }
    expect(await completeAs(DORA, victims, await approve(victims, approval))).toMatchObject(unknown)
    const doras = await startOwn()
    const code = await approve(doras, { ...approval, user_id: DORA, attested: { ...approval.attested, sub: DORA } })
    expect(await completeAs(USER_ID, doras, code)).toMatchObject(unknown)
    expect(await completeAs(DORA, doras, code)).toMatchObject({ refusal: null, userinfo: { sub: DORA } })
    await provider.app.auditTrail.flush()
    const events = await provider.database.sql`
      select event, outcome, user_id from provider.audit_events
       where client_id = ${own.client_id} and event like 'test_sign_in%' order by event_id limit 2`
    const by = { outcome: 'developer', user_id: DORA }
    expect(events).toEqual([
      { event: 'test_sign_in_started', ...by },
      { event: 'test_sign_in_completed', ...by },
    ])
  })

  test('only its starter completes it, although another administrator has its id and code', async () => {
    const input = (body?: object) => ({ params: { client_id: appOf() }, ...(body && { body }) })
    const started: TestSignIn = await ask(USER_ID, 'startTestSignIn', input())
    const code = await approve(started)
    expect((await complete(code, started)).json().refusal).toMatchObject({ error: 'invalid_grant' })
    const own = { test_id: started.test_id, code }
    expect(await ask(USER_ID, 'completeTestSignIn', input(own))).toMatchObject({ refusal: null })
  })

  test('an app that is disabled or has no sign-in is refused', async () => {
    const { client_id } = await provider.createApp()
    const started = await start(client_id)
    const code = await approve(started, { approved_scopes: ['email'], attested: { aud: client_id } })
    await provider.admin('POST', `clients/${client_id}/disable/`)
    const answers = [
      await provider.admin('POST', `clients/${client_id}/test-sign-ins/`),
      await complete(code, started, client_id),
    ]
    for (const answer of answers) expectServiceRefusal(answer, 400, 'invalid_request')
    const own = await provider.createApp({ grant_types: ['client_credentials'], redirect_uris: [] })
    expectServiceRefusal(
      await provider.admin('POST', `clients/${own.client_id}/test-sign-ins/`),
      400,
      'invalid_request',
    )
  })

  test("leaves the end of the person's other grants to the app", async () => {
    const living = () => provider.database.sql`
      select grant_id, ends_at, once from provider.grants where revoked_at is null order by grant_id`
    await provider.obtainTokens()
    const before = await living()
    const started = await start()
    const code = await approve(started, { grant: { once: true } })
    expect((await complete(code, started)).json().refusal).toBeNull()
    expect(await living()).toEqual(before)
  })

  test('errors of an app are counted by reason, of the last 30 days', async () => {
    const client = await provider.register({})
    const own = { client_id: client.client_id }
    for (let times = 0; times < 3; times += 1)
      await provider.authorize({ ...own, redirect_uri: 'https://app.example/wrong' })
    await provider.authorize({ ...own, scope: 'unknown' })
    await provider.refresh('x', { ...own, client_secret: 'wrong' })
    await provider.exchange(await provider.obtainCodeOf(client), client)
    const list = async () => (await provider.admin('GET', `clients/${client.client_id}/errors/`)).json()
    const refused = { event: 'authorization_request_refused', last_at: expect.any(String), documentation: null }
    const { errors } = await list()
    expect(errors).toHaveLength(3)
    expect(errors).toEqual(
      expect.arrayContaining([
        { ...refused, outcome: 'redirect_uri_mismatch', count: 3 },
        { ...refused, outcome: 'invalid_scope', count: 1 },
        { ...refused, event: 'token_request_refused', outcome: 'invalid_client: wrong_secret', count: 1 },
      ]),
    )
    await provider.database.sql`
      update provider.audit_events
         set event_id = ('0190' || substr(event_id::text, 5))::uuid where client_id = ${client.client_id}`
    expect((await list()).errors).toEqual([])
    expect((await provider.admin('GET', 'clients/nobody/errors/')).statusCode).toBe(404)
  })
})
