import { createHttpServer } from '@countersign/service/http'
import { createLogger } from '@countersign/service/telemetry'
import { ready } from '@serenity-kit/opaque'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createProviderClient, mountCore } from '../src/index.ts'
import { addPasskey, prepareChange } from './account.ts'
import { type CoreUnderTest, startCore } from './core-under-test.ts'
import { type Attempt, MATRIX, type Victim } from './foreign-identifiers.ts'
import {
  bearer,
  newAuthenticator,
  newPerson,
  PASSWORD,
  preparePasskeySignIn,
  refusalOf,
  sessionStatus,
  signUpWithPasskey,
  startSignIn,
} from './person.ts'
import { askCalled } from './provider-under-test.ts'

describe("a stranger with another user's identifiers", () => {
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

  test('the matrix has a row for every route, and none for a route that is gone', async () => {
    expect((await routesOf(core)).toSorted()).toEqual(Object.keys(MATRIX).toSorted())
  })

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
      ({ device, userId }: Victim) => device.setPassword({ login: userId, password: PASSWORD }),
      (person: Victim) => addPasskey(person, authenticator),
    ]
    for (const addTo of additions) {
      const [of, at] = [
        await prepareChange(victim, () => addTo(victim)),
        await prepareChange(stranger, () => addTo(stranger)),
      ]
      const add = { ...of.payload.add, unlock: at.payload.add?.unlock }
      const response = await app.inject({ ...at, payload: { ...at.payload, add } })
      expect(refusalOf(response)).toEqual([410, 'registration_expired'])
    }
  })

  test("a sign-in finished in another person's session is refused, and that session goes on", async () => {
    const { finish: byPassword } = await startSignIn(app, await newPerson(app))
    const signIns = [
      { url: '/api/session/password/finish/', body: byPassword },
      { url: '/api/session/passkey/finish/', body: await preparePasskeySignIn(app, victim.authenticator) },
    ]
    for (const signIn of signIns) {
      expect(refusalOf(await send(stranger, signIn))).toEqual([403, 'user_mismatch'])
      expect(await sessionStatus(app, stranger.token)).toBe(200)
    }
  })
})

/** Every route as it is mounted, without what Fastify adds for GET. */
async function routesOf({ database, config, provider: proxied }: CoreUnderTest): Promise<string[]> {
  const routes: string[] = []
  const app = createHttpServer({ logger: createLogger({ level: 'silent' }) })
  app.addHook('onRoute', ({ method, url, schema }) => {
    // The 405 answers are in no document.
    if (schema?.hide) return
    for (const each of [method].flat()) if (each !== 'HEAD') routes.push(`${each} ${url}`)
  })
  const provider = createProviderClient({ ask: askCalled(proxied), logger: app.log })
  await mountCore(app, { sql: database.sql, config, provider, now: () => new Date() })
  await app.ready()
  await app.close()
  return routes
}
