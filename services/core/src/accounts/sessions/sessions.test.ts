import { randomUUID } from 'node:crypto'
import type { SessionList, SignedIn } from '@countersign/contracts'
import { newKeyedSecret, newSecret } from '@countersign/service/secrets'
import { type ApiDocument, createSessionKey, ENGINES, startBeforeAll } from '@countersign/testing'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fixture, startCore } from '../../../test/core-under-test.ts'
import { bearer, type PasswordPerson } from '../../../test/person.ts'
import { say } from '../../../test/provider-under-test.ts'
import { createLogoutReporter } from './report-logouts.ts'

const FINISH = 'https://sign.example/api/session/password/finish/'
const INVALID_SESSION = {
  status: 401,
  challenge: 'Bearer',
  caching: 'no-store',
  body: { error: 'Your session has ended. Sign in again.', code: 'invalid_session' },
}

describe.each(ENGINES)('sessions on the %s database', (engine) => {
  const core = startBeforeAll(() => startCore(engine))
  const ada = fixture(beforeAll, () => core.newPerson())

  const readSession = (authorization?: string) =>
    core.app.inject({ url: '/api/session/', headers: authorization === undefined ? {} : { authorization } })

  async function newSession(person = ada) {
    const { response } = await core.signInWithPassword(person)
    const { session_token, session } = response.json()
    return { token: String(session_token), id: String(session.session_id) }
  }

  test('a token shows its session, with and without the trailing slash', async () => {
    const { token, id } = await newSession()
    const response = await readSession(`Bearer ${token}`)
    expect(response.statusCode).toBe(200)
    const session = response.json()
    expect(session).toMatchObject({ session_id: id, scope: 'full' })
    expect(Date.parse(session.idle_expires_at) - Date.parse(session.created_at)).toBe(15 * 60_000)
    expect(Date.parse(session.absolute_expires_at) - Date.parse(session.created_at)).toBe(8 * 3_600_000)
    const bare = await core.get('/api/session', token)
    expect(bare.json()).toEqual(session)
  })

  test.each([
    ['is missing', () => undefined],
    ['is empty', () => ''],
    ['is of another scheme', (token: string) => `Basic ${token}`],
    ['is unknown', () => `Bearer ${newKeyedSecret('cs_st_', randomUUID())}`],
    ['is of another kind', () => `Bearer ${newKeyedSecret('cs_at_', randomUUID())}`],
    ['names no person', () => `Bearer ${newSecret('cs_st_')}`],
    ['is cut short', (token: string) => `Bearer ${token.slice(0, -1)}`],
    ['is continued', (token: string) => `Bearer ${token}A`],
    ['is in another case', (token: string) => `Bearer ${token.toUpperCase()}`],
    ['comes twice', (token: string) => `Bearer ${token} ${token}`],
    ['is not text of this world', () => `Bearer ${'%00'.repeat(5000)}`],
  ])('a token that %s is refused like any other', async (_case, authorizationOf) => {
    const { token } = await newSession()
    expect(outcomeOf(await readSession(authorizationOf(token)))).toEqual(INVALID_SESSION)
  })

  test('signing out ends the session, and no other', async () => {
    const [first, second] = [await newSession(), await newSession()]
    const response = await core.app.inject({ method: 'DELETE', url: '/api/session/', headers: bearer(first.token) })
    expect([response.statusCode, response.body]).toEqual([204, ''])
    expect(outcomeOf(await readSession(`Bearer ${first.token}`))).toEqual(INVALID_SESSION)
    expect((await readSession(`Bearer ${second.token}`)).statusCode).toBe(200)
  })

  test.each(['idle_expires_at', 'absolute_expires_at'])('a session past its %s is refused', async (limit) => {
    const { token, id } = await newSession()
    await core.database.pool.query(`update core.sessions set ${limit} = now() where session_id = $1`, [id])
    expect(outcomeOf(await readSession(`Bearer ${token}`))).toEqual(INVALID_SESSION)
  })

  test('use moves the idle limit at most once a minute', async () => {
    const { token, id } = await newSession()
    const early = (await readSession(`Bearer ${token}`)).json()
    expect((await readSession(`Bearer ${token}`)).json()).toEqual(early)
    await core.database.sql`
      update core.sessions set last_seen_at = now() - interval '1 minute', idle_expires_at = now() + interval '1 second'
       where session_id = ${id}`
    const later = (await readSession(`Bearer ${token}`)).json()
    expect(Date.parse(later.idle_expires_at)).toBeGreaterThanOrEqual(Date.parse(early.idle_expires_at))
    const [row] = await core.database.sql<{ is_recent: boolean }>`
      select last_seen_at > now() - interval '30 seconds' as is_recent from core.sessions where session_id = ${id}`
    expect(row).toEqual({ is_recent: true })
  })

  test('the idle limit never passes the absolute one', async () => {
    const { token, id } = await newSession()
    await core.database.sql`
      update core.sessions set last_seen_at = now() - interval '1 minute',
             absolute_expires_at = now() + interval '5 minutes' where session_id = ${id}`
    const session = (await readSession(`Bearer ${token}`)).json()
    expect(session.idle_expires_at).toBe(session.absolute_expires_at)
  })

  test('every route that needs a session asks for it before it looks at anything else', async () => {
    const { paths } = (await core.app.inject('/openapi/core.json')).json<ApiDocument>()
    const routes = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, { security }]) =>
        JSON.stringify(security) === '[{"session":[]}]' ? [[method, path.replaceAll(/\{\w+\}/g, randomUUID())]] : [],
      ),
    )
    expect(routes.length).toBeGreaterThan(25)
    for (const [method = '', url = ''] of routes) {
      const headers = { 'content-type': 'application/json' }
      const response = await core.app.inject({ method: method as 'GET', url, headers, body: '{' })
      expect([url, outcomeOf(response)]).toEqual([url, INVALID_SESSION])
    }
  })

  describe('of a user', () => {
    const owner = fixture(beforeAll, () => core.newPerson())
    const stranger = fixture(beforeAll, () => core.newPerson())

    beforeEach(() => {
      core.provider.lie = undefined
    })

    const end = (token: string, url: string) => core.app.inject({ method: 'DELETE', url, headers: bearer(token) })
    const signIn = (person = owner) => newSession(person)
    test('the list shows the live ones, with what makes a device recognisable', async () => {
      const second = await signIn()
      const { sessions } = (await core.get('/api/sessions/', owner.token)).json<SessionList>()
      expect(sessions.map(({ session_id }) => session_id).toSorted()).toEqual(
        [owner.signedIn.session.session_id, second.id].toSorted(),
      )
      const current = sessions.find(({ is_current }) => is_current)
      expect(current).toMatchObject({
        session_id: owner.signedIn.session.session_id,
        scope: 'full',
        method: 'password',
        network: '127.0.0.0/24',
        user_agent: 'Another browser',
      })
    })

    test('ending the others keeps the one that asks', async () => {
      const second = await signIn()
      expect((await end(owner.token, '/api/sessions/')).statusCode).toBe(204)
      const tokens = [owner.token, second.token, stranger.token]
      const statuses = await Promise.all(tokens.map((token) => core.sessionStatus(token)))
      expect(statuses).toEqual([200, 401, 200])
    })

    test('ending one: an ended, foreign or unknown session is not there', async () => {
      const second = await signIn()
      const path = `/api/sessions/${second.id}/`
      const others = [await end(stranger.token, path), await end(owner.token, `/api/sessions/${randomUUID()}/`)]
      expect(others.map(({ statusCode }) => statusCode)).toEqual([404, 404])
      expect(others[0]!.body).toBe(others[1]!.body)
      expect(await core.sessionStatus(second.token)).toBe(200)
      expect((await end(owner.token, path)).statusCode).toBe(204)
      expect(await core.sessionStatus(second.token)).toBe(401)
      expect((await end(owner.token, path)).statusCode).toBe(404)
    })

    const reported = () =>
      core.provider.received.filter(({ path }) => path.endsWith('/sessions/end/')).map(({ body }) => body)
    const unreported = () => core.database.sql`select session_id from core.sessions where apps_untold`

    /** Both sign in on one device, one after the other. */
    async function signInOnDevice(key: ReturnType<typeof createSessionKey>, person: PasswordPerson) {
      const { finish } = await core.startSignIn(person)
      const dpop = key.prove({ method: 'POST', url: FINISH })
      return (await core.finishSignIn(finish, { dpop })).json<SignedIn>()
    }

    test('are reported to the provider when they end: signed out, one of the list, and all others', async () => {
      await expect.poll(unreported).toEqual([])
      core.provider.received.length = 0
      const [one, two, three] = [await signIn(), await signIn(), await signIn()]
      const ends: [string, string][] = [
        [one.token, '/api/session/'],
        [owner.token, `/api/sessions/${two.id}/`],
        [owner.token, '/api/sessions/'],
      ]
      for (const [token, url] of ends) {
        await end(token, url)
        await expect.poll(unreported).toEqual([])
      }
      expect(reported()).toEqual([one, two, three].map(({ id }) => ({ user_id: owner.userId, session_ids: [id] })))
    })

    test('are not reported when their user signs in again on the device, and are when another user does', async () => {
      const key = createSessionKey()
      const first = await signInOnDevice(key, owner)
      const second = await signInOnDevice(key, owner)
      expect(await unreported()).toEqual([])
      await signInOnDevice(key, stranger)
      expect(await unreported()).toEqual([{ session_id: second.session.session_id }])
      expect(first.session.session_id).not.toBe(second.session.session_id)
      await core.database.sql`update core.sessions set apps_untold = false`
    })

    test('end at once while the provider is silent, and are reported later', async () => {
      const { client, database, app } = core
      const reporter = createLogoutReporter({ sql: database.sql, provider: client, logger: app.log })
      const { token, id } = await signIn()
      core.provider.lie = () => new Promise(() => undefined)
      expect((await end(token, '/api/session/')).statusCode).toBe(204)
      expect(await unreported()).toHaveLength(1)
      core.provider.lie = say(503, {})
      await core.database.sql`update core.sessions set revoked_at = now() - interval '1 minute' where apps_untold`
      await reporter.reportPending()
      expect(await unreported()).toHaveLength(1)
      core.provider.lie = undefined
      core.provider.received.length = 0
      await reporter.reportPending()
      expect([reported(), await unreported()]).toEqual([[{ user_id: owner.userId, session_ids: [id] }], []])
    })
  })
})

function outcomeOf(response: { statusCode: number; headers: Record<string, unknown>; body: string }) {
  return {
    status: response.statusCode,
    challenge: response.headers['www-authenticate'],
    caching: response.headers['cache-control'],
    body: JSON.parse(response.body),
  }
}
