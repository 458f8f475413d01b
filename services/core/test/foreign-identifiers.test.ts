import { ADMINISTRATION } from '@countersign/contracts'
import { createHttpServer } from '@countersign/service/http'
import { createLogger } from '@countersign/service/telemetry'
import { type Message } from '@countersign/testing'
import { ready } from '@serenity-kit/opaque'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createProviderClient, mountCore } from '../src/index.ts'
import { addPasskey, prepareChange, replaceRecoveryKey, withholdRotation } from './account.ts'
import { type CoreUnderTest, startCore } from './core-under-test.ts'
import {
  bearer,
  newAuthenticator,
  type PasskeyPerson,
  preparePasskeySignIn,
  signUpWithPasskey,
  signUpWithPassword,
  startSignIn,
} from './person.ts'
import { askCalled } from './provider-under-test.ts'

type Victim = PasskeyPerson
type Attempt = {
  readonly method?: 'GET' | 'POST' | 'DELETE'
  readonly url: string
  readonly body?: object
  readonly etag?: string
}

/** What a stranger tries with the victim's identifiers, and the one answer that they may get. */
type Row = {
  readonly attempt: (core: CoreUnderTest, victim: Victim, stranger: Victim) => Promise<Attempt> | Attempt
  readonly refused: readonly [status: number, code: string]
}

/** Answers about the person of the session, or about nobody: it takes no identifier of anything that exists. */
const OWN = 'takes no identifier'

const HALF_DONE = 'a half-done sign-in or sign-up belongs to whoever has it: it is random, and proves nothing by itself'

/** A request that the victim has opened, and so made theirs. */
async function openedBy({ app, provider }: CoreUnderTest, { token }: Victim): Promise<string> {
  const id = await (await provider.real()).startRequest()
  const read = await app.inject({ url: requestUrl(id), headers: bearer(token) })
  if (read.statusCode !== 200) throw new Error(`The victim cannot read their own request: ${read.body}`)
  return id
}

/** A device's request, to be sent by another user. */
function asAttempt({ url, headers, payload }: Message): Attempt {
  const { 'if-match': etag = '' } = headers
  return { url, etag, body: payload }
}

/** `staging.test.ts` tries it. */
const NAMED = 'takes a name that its device chose: the same name of somebody else is another staging'

const APPS = 'takes an app, whose owner the provider asks for: a developer has none but their own (console.test.ts)'

const requestUrl = (id: string) => `/api/internal/oauth/requests/${id}/`

/** Every route, by method and path. A new route fails the first test until it says here what it takes. */
const MATRIX: Readonly<Record<string, Row | string>> = {
  'GET /openapi/core.json': OWN,
  'POST /api/account/register/start/': OWN,
  'POST /api/account/register/finish/': HALF_DONE,
  'POST /api/account/register/passkey/start/': OWN,
  'POST /api/account/register/passkey/finish/': HALF_DONE,
  'POST /api/session/password/start/': OWN,
  'POST /api/session/password/finish/': HALF_DONE,
  'POST /api/session/passkey/start/': OWN,
  'POST /api/session/passkey/finish/': HALF_DONE,
  'POST /api/session/recovery/': 'takes the secret of a recovery key',
  'GET /api/session/': OWN,
  'DELETE /api/session/': OWN,
  'GET /api/sessions/': OWN,
  'DELETE /api/sessions/': OWN,
  'DELETE /api/sessions/:session_id/': {
    attempt: (_core, { signedIn }) => ({ method: 'DELETE', url: `/api/sessions/${signedIn.session.session_id}/` }),
    refused: [404, 'not_found'],
  },
  'GET /api/account/events/': {
    attempt: async ({ database }, { userId }) => {
      const [row] = await database.sql<{ event_id: string }>`
        select event_id from core.account_events where user_id = ${userId} limit 1`
      return { url: `/api/account/events/?cursor=${row!.event_id}` }
    },
    refused: [200, 'events: none'],
  },
  'GET /api/account/methods/': OWN,
  'POST /api/account/methods/password/start/': OWN,
  'POST /api/account/methods/passkey/start/': OWN,
  'POST /api/account/methods/changes/': {
    attempt: async (_core, victim, stranger) => {
      const { payload, ...message } = await prepareChange(stranger, () => replaceRecoveryKey(stranger))
      return asAttempt({ ...message, payload: { commit: payload.commit, remove: [victim.signedIn.unlock.id] } })
    },
    refused: [404, 'not_found'],
  },
  'GET /api/account/export/': OWN,
  'POST /api/account/delete/': OWN,
  'GET /api/vault/': OWN,
  'POST /api/vault/commits/': {
    attempt: async (_core, { device, wire }) => {
      const work = () => device.saveProfile({ values: { email: 'ada@example.org' } })
      return asAttempt(await wire.withhold('/api/vault/commits/', work))
    },
    refused: [412, 'stale_vault'],
  },
  'POST /api/vault/staging/': NAMED,
  'GET /api/vault/activity/': OWN,
  'GET /api/vault/ancestors/': OWN,
  'POST /api/vault/rotate/': {
    attempt: async (_core, victim, stranger) => {
      await stranger.confirm({ act: 'rotate_account_key' })
      return asAttempt(await withholdRotation(victim))
    },
    refused: [412, 'stale_vault'],
  },
  'POST /api/vault/rotate/staging/': NAMED,
  'GET /api/claim-verifications/': OWN,
  'POST /api/claim-verifications/start/': OWN,
  'POST /api/claim-verifications/finish/': {
    attempt: async ({ app, mails }, victim) => {
      const asked = { claim: 'email', value: 'victim@example.org', language: 'en' }
      const url = '/api/claim-verifications/start/'
      const started = await app.inject({ method: 'POST', url, headers: bearer(victim.token), payload: asked })
      const code = /(?<!\d)\d{6}(?!\d)/.exec(mails.at(-1)?.text ?? '')?.[0]
      const { claim, value } = asked
      const proof = { ...started.json(), claim, value, salt: 'A'.repeat(43), code }
      return { url: '/api/claim-verifications/finish/', body: proof }
    },
    refused: [410, 'verification_expired'],
  },
  'POST /api/logout-request/': 'takes what an app sends browsers with: it tells who asks, to anybody',
  'POST /api/logout-request/preview/': 'takes the same, without a session',
  'POST /api/requests/by-user-code/': 'takes what a device shows: it tells who asks, to whoever has the code',
  'GET /api/requests/:auth_request_id/preview/': 'takes what an app sends browsers with: it tells who asks, to anybody',
  'GET /api/internal/oauth/requests/:auth_request_id/': {
    attempt: async (core, victim) => ({ url: requestUrl(await openedBy(core, victim)) }),
    refused: [404, 'not_found'],
  },
  'POST /api/internal/attest-data/': {
    attempt: async (core, victim) => ({
      url: '/api/internal/attest-data/',
      body: {
        auth_request_id: await openedBy(core, victim),
        user_id: victim.userId,
        audience: (await core.provider.real()).client.client_id,
        claims: {},
      },
    }),
    refused: [403, 'user_mismatch'],
  },
  'POST /api/internal/oauth/requests/:auth_request_id/complete/': {
    attempt: async (core, victim, stranger) => {
      const id = await openedBy(core, victim)
      const { attest } = await core.provider.real()
      // All is right but that the request is the victim's.
      const data_token = await attest(id, { sub: stranger.userId, claims: {} })
      return { url: `${requestUrl(id)}complete/`, body: { approved_scopes: ['openid'], data_token } }
    },
    refused: [404, 'not_found'],
  },
  'POST /api/internal/oauth/requests/:auth_request_id/deny/': {
    attempt: async (core, victim) => ({ url: `${requestUrl(await openedBy(core, victim))}deny/`, body: {} }),
    refused: [404, 'not_found'],
  },
  'POST /api/internal/oauth/requests/:auth_request_id/give-back/': {
    attempt: async (core, victim) => ({ url: `${requestUrl(await openedBy(core, victim))}give-back/`, body: {} }),
    refused: [404, 'not_found'],
  },
  'POST /api/internal/oauth/requests/:auth_request_id/silent/': {
    attempt: async (core, victim, stranger) => {
      const id = await openedBy(core, victim)
      const { attest } = await core.provider.real()
      const data_token = await attest(id, { sub: stranger.userId, claims: {} })
      return { url: `${requestUrl(id)}silent/`, body: { data_token } }
    },
    refused: [404, 'not_found'],
  },
  ...Object.fromEntries(
    Object.values(ADMINISTRATION).map(({ method, path }) => [`${method} /api/console/${path}`, APPS]),
  ),
  'GET /api/claims/': OWN,
  'GET /api/account/grants/': OWN,
  'POST /api/account/grants/revoke/': OWN,
}

test('the matrix has a row for every route, and none for a route that is gone', async () => {
  const core = await startCore('embedded')
  const routes = await routesOf(core)
  await core.close()
  expect(routes.toSorted()).toEqual(Object.keys(MATRIX).toSorted())
})

describe("a stranger with somebody else's identifiers", () => {
  let core: CoreUnderTest
  let app: FastifyInstance
  let victim: Victim
  let stranger: Victim

  beforeAll(async () => {
    await ready
    core = await startCore()
    app = core.app
    victim = await signUpWithPasskey(app)
    stranger = await signUpWithPasskey(app)
  })
  afterAll(() => core.close())

  const send = ({ token }: Victim, { method, url, body, etag }: Attempt) =>
    app.inject({
      method: method ?? (body ? 'POST' : 'GET'),
      url,
      headers: { ...bearer(token), ...(etag !== undefined && { 'if-match': etag }) },
      ...(body && { payload: body }),
    })

  const rows = Object.entries(MATRIX).flatMap(([route, row]) => (typeof row === 'string' ? [] : [{ route, row }]))

  test.each(rows)('$route gives them nothing', async ({ row }) => {
    const attempt = await row.attempt(core, victim, stranger)
    const before = await stateOf(victim)
    const response = await send(stranger, attempt)
    const { code = `events: ${response.json().events?.length === 0 ? 'none' : 'some'}` } = response.json()
    expect([response.statusCode, code], response.body).toEqual(row.refused)
    expect(response.body).not.toContain(victim.userId)
    expect(await stateOf(victim)).toEqual(before)
  })

  async function stateOf({ token }: Victim) {
    const urls = [
      '/api/vault/',
      '/api/account/methods/',
      '/api/vault/activity/',
      '/api/vault/ancestors/?from=1',
      '/api/account/grants/',
    ]
    const answers = await Promise.all(urls.map((url) => app.inject({ url, headers: bearer(token) })))
    return answers.map(({ statusCode, body }) => [statusCode, body])
  }

  test('a passkey or a password that is half added to one account is not finished on another', async () => {
    const authenticator = newAuthenticator()
    const additions = [
      ({ device, userId }: Victim) => device.setPassword({ login: userId, password: 'violet kettle sleeps in orbit' }),
      (person: Victim) => addPasskey(person, authenticator),
    ]
    for (const addTo of additions) {
      const [of, at] = [
        await prepareChange(victim, () => addTo(victim)),
        await prepareChange(stranger, () => addTo(stranger)),
      ]
      const add = { ...of.payload.add, unlock: at.payload.add?.unlock }
      const response = await app.inject({ ...at, payload: { ...at.payload, add } })
      expect([response.statusCode, response.json().code]).toEqual([410, 'registration_expired'])
    }
  })

  test('a sign-in of one person that is finished in the session of another is refused', async () => {
    const person = { login: 'other', password: 'violet kettle sleeps in orbit' }
    await signUpWithPassword(app, person)
    const { finish: byPassword } = await startSignIn(app, person)
    const signIns = [
      { url: '/api/session/password/finish/', body: byPassword },
      { url: '/api/session/passkey/finish/', body: await preparePasskeySignIn(app, victim.authenticator) },
    ]
    for (const signIn of signIns) {
      const response = await send(stranger, signIn)
      expect([response.statusCode, response.json().code]).toEqual([403, 'user_mismatch'])
    }
  })
})

/** Every route as it is mounted, without what Fastify adds for GET. */
async function routesOf({ database, config, provider: proxied }: CoreUnderTest): Promise<string[]> {
  const routes: string[] = []
  const app = createHttpServer({ logger: createLogger({ level: 'silent' }) })
  app.addHook('onRoute', ({ method, url, schema }) => {
    // What answers the other methods of an address is in no document.
    if (schema?.hide) return
    for (const each of [method].flat()) if (each !== 'HEAD') routes.push(`${each} ${url}`)
  })
  const provider = createProviderClient({ ask: askCalled(proxied), logger: app.log, now: () => new Date() })
  await mountCore(app, { sql: database.sql, config, provider, now: () => new Date() })
  await app.ready()
  await app.close()
  return routes
}
