import { randomUUID } from 'node:crypto'
import { newKeyedSecret, newSecret } from '@countersign/service/secrets'
import { ENGINES, startBeforeAll } from '@countersign/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { startCore } from '../../../test/core-under-test.ts'
import { bearer, type PasswordPerson, signInWithPassword, signUpWithPassword } from '../../../test/person.ts'

const INVALID_SESSION = {
  status: 401,
  challenge: 'Bearer',
  caching: 'no-store',
  body: { error: 'Your session has ended. Sign in again.', code: 'invalid_session' },
}
const password = 'violet kettle sleeps in orbit'

describe.each(ENGINES)('sessions on the %s database', (engine) => {
  const core = startBeforeAll(() => startCore(engine))
  let ada: PasswordPerson

  beforeAll(async () => {
    ada = await signUpWithPassword(core.app, { login: 'ada', password })
  })

  const readSession = (authorization?: string) =>
    core.app.inject({ url: '/api/session/', headers: authorization === undefined ? {} : { authorization } })

  async function newSession() {
    const { response } = await signInWithPassword(core.app, ada)
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
    const bare = await core.app.inject({ url: '/api/session', headers: bearer(token) })
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

  test('a session that was idle for too long is refused', async () => {
    const { token, id } = await newSession()
    await core.database.sql`update core.sessions set idle_expires_at = now() where session_id = ${id}`
    expect(outcomeOf(await readSession(`Bearer ${token}`))).toEqual(INVALID_SESSION)
  })

  test('a session that is too old is refused, however busy it was', async () => {
    const { token, id } = await newSession()
    await core.database.sql`update core.sessions set absolute_expires_at = now() where session_id = ${id}`
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

  const guarded = [
    ['GET', '/api/session/'],
    ['DELETE', '/api/session/'],
    ['GET', '/api/sessions/'],
    ['DELETE', '/api/sessions/'],
    ['DELETE', `/api/sessions/${randomUUID()}/`],
    ['GET', '/api/account/events/'],
    ['GET', '/api/vault/'],
    ['POST', '/api/vault/commits/'],
    ['POST', '/api/internal/attest-data/'],
    ['GET', `/api/internal/oauth/requests/${randomUUID()}/`],
    ['POST', `/api/internal/oauth/requests/${randomUUID()}/complete/`],
    ['POST', `/api/internal/oauth/requests/${randomUUID()}/deny/`],
    ['POST', `/api/internal/oauth/requests/${randomUUID()}/give-back/`],
  ] as const

  test.each(guarded)('%s %s asks for a session before it looks at anything else', async (method, url) => {
    expect(
      outcomeOf(await core.app.inject({ method, url, headers: { 'content-type': 'application/json' }, body: '{' })),
    ).toEqual(INVALID_SESSION)
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
