import type { AccountEventList, SignedIn } from '@countersign/contracts'
import { startBeforeAll } from '@countersign/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { startCore } from '../../test/core-under-test.ts'
import {
  bearer,
  type PasswordPerson,
  prepareRecovery,
  signInWithPassword,
  signUpWithPassword,
} from '../../test/person.ts'

const password = 'violet kettle sleeps in orbit'

describe('confirming a session', () => {
  const core = startBeforeAll(() => startCore())
  let ada: PasswordPerson
  let grace: PasswordPerson

  beforeAll(async () => {
    ada = await signUpWithPassword(core.app, { login: 'ada', password })
    grace = await signUpWithPassword(core.app, { login: 'grace', password })
  })

  const statusOf = async (token: string) =>
    (await core.app.inject({ url: '/api/session/', headers: bearer(token) })).statusCode

  const recover = async (headers: Record<string, string> = {}) =>
    core.app.inject({ ...(await prepareRecovery(core.app, ada)), headers })

  test('a sign-in within a session confirms it: same session, later proof, new token, the old one dead', async () => {
    const before = (await signInWithPassword(core.app, ada)).response.json<SignedIn>()
    await core.database.sql`
      update core.sessions set auth_time = now() - interval '1 hour' where session_id = ${before.session.session_id}`
    const { response } = await signInWithPassword(core.app, ada, bearer(before.session_token))
    expect(response.statusCode).toBe(200)
    const after = response.json<SignedIn>()
    expect(after.session).toMatchObject({ session_id: before.session.session_id, scope: 'full' })
    expect(Date.parse(after.session.auth_time)).toBeGreaterThan(Date.parse(before.session.created_at))
    expect(after.session.absolute_expires_at).toBe(before.session.absolute_expires_at)
    expect([await statusOf(before.session_token), await statusOf(after.session_token)]).toEqual([401, 200])
  })

  test('a sign-in within the session of somebody else is refused, and that session goes on', async () => {
    const { response } = await signInWithPassword(core.app, ada, bearer(grace.token))
    expect([response.statusCode, response.json().code]).toEqual([403, 'user_mismatch'])
    expect(await statusOf(grace.token)).toBe(200)
  })

  test('a session from a recovery key is not confirmed, and a recovery key confirms none', async () => {
    const recovery = (await recover()).json<SignedIn>()
    const { response } = await signInWithPassword(core.app, ada, bearer(recovery.session_token))
    expect([response.statusCode, response.json().code]).toEqual([403, 'insufficient_session'])
    const refused = await recover(bearer(ada.token))
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'insufficient_session'])
    expect(await statusOf(ada.token)).toBe(200)
  })

  test('what happened is listed for its owner, newest first and page by page', async () => {
    const headers = bearer(grace.token)
    await signInWithPassword(core.app, grace)
    const list = async (query: string) =>
      (await core.app.inject({ url: `/api/account/events/${query}`, headers })).json<AccountEventList>()
    const { events, next_cursor } = await list('')
    expect(events.map(({ type, method }) => [type, method])).toEqual([
      ['signed_in', 'password'],
      ['signed_up', 'password'],
    ])
    expect(events[0]).toMatchObject({ network: '127.0.0.0/24' })
    expect(next_cursor).toBeNull()
    const first = await list('?limit=1')
    expect(first).toEqual({ events: [events[0]], next_cursor: events[0]!.event_id })
    expect(await list(`?limit=1&cursor=${first.next_cursor}`)).toEqual({ events: [events[1]], next_cursor: null })
    const ofAda = await core.app.inject({
      url: `/api/account/events/?cursor=${first.next_cursor}`,
      headers: bearer(ada.token),
    })
    expect(ofAda.json()).toEqual({ events: [], next_cursor: null })
  })
})
