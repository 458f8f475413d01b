import type { AccountEventList, SignedIn } from '@countersign/contracts'
import { createHttpServer } from '@countersign/service/http'
import { createLogger } from '@countersign/service/telemetry'
import { startBeforeAll } from '@countersign/testing'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fixture, passFiveMinutes, startCore } from '../../../test/core-under-test.ts'
import { bearer, refusalOf } from '../../../test/person.ts'
import { createSessionGuard } from '../../ground/http/session-guard.ts'
import { spendIntent } from './intent.ts'
import { createSessionKeys } from './session-key.ts'
import { createSessionMemory } from './session-memory.ts'
import { createSessionChecks } from './sessions.ts'

const core = startBeforeAll(() => startCore())

describe('an act that needs a step-up', () => {
  let app: FastifyInstance
  const ada = fixture(beforeAll, () => core.newPerson())

  beforeAll(async () => {
    const guard = createSessionGuard(
      createSessionChecks({
        sql: core.database.sql,
        sessionMemory: createSessionMemory(() => new Date()),
        sessionKeys: createSessionKeys(core.config, {
          now: () => new Date(),
          logger: createLogger({ level: 'fatal' }),
        }),
      }),
    )
    app = createHttpServer({ logger: createLogger({ level: 'fatal' }) })
    app.get(
      '/danger/',
      { onRequest: guard.allowIntended(['add_passkey', 'remove_method'], 'full', 'recovery') },
      (request) => guard.sessionOf(request).scope,
    )
    app.get<{ Params: { when: string } }>(
      '/spend/:when',
      { onRequest: guard.allowIntended(['add_passkey'], 'full') },
      async (request) => {
        const session = guard.sessionOf(request)
        if (request.params.when === 'late') await passFiveMinutes(core.database.sql, session.userId)
        await core.database.sql.transaction((sql) => spendIntent(sql, session, ['add_passkey']))
        return 'spent'
      },
    )
  })
  afterAll(() => app.close())

  const tryIt = (token: string) => app.inject({ url: '/danger/', headers: bearer(token) })

  test('is refused after a sign-up, and after a sign-in within the session', async () => {
    const refused = await tryIt(ada.token)
    expect(refusalOf(refused)).toEqual([403, 'reauth_required'])
    expect(refused.json().error).toContain('Confirm that it is you')
    const { response } = await core.signInWithPassword(ada, bearer(ada.token))
    expect((await tryIt(response.json().session_token)).json().code).toBe('reauth_required')
  })

  test('goes on after a gesture for it, for five minutes, and not after one for something else', async () => {
    const grace = await core.newPerson()
    await grace.confirm({ act: 'delete_account' })
    expect((await tryIt(grace.token)).statusCode).toBe(403)
    await grace.confirm({ act: 'remove_method', unlock_id: crypto.randomUUID() })
    expect((await tryIt(grace.token)).statusCode).toBe(200)
    await passFiveMinutes(core.database.sql, grace.userId)
    expect((await tryIt(grace.token)).statusCode).toBe(403)
  })

  test('spends a gesture in time, and not one that grows too old between the guard and the change', async () => {
    const mary = await core.newPerson()
    const spend = (when: string) => app.inject({ url: `/spend/${when}`, headers: bearer(mary.token) })
    await mary.confirm({ act: 'add_passkey' })
    expect((await spend('in-time')).body).toBe('spent')
    await mary.confirm({ act: 'add_passkey' })
    expect((await spend('late')).json().code).toBe('reauth_required')
  })

  test('is no use of a gesture without a session: none begins with leave to change anything', async () => {
    const { wire, confirm } = await core.newPerson()
    wire.between = ({ headers, ...message }) => {
      const others = Object.entries(headers).filter(([name]) => name !== 'authorization')
      return { ...message, headers: Object.fromEntries(others) }
    }
    await expect(confirm({ act: 'add_passkey' })).rejects.toThrow('invalid_session')
  })

  test('a session from a recovery key is a gesture for its one errand, for as long as it lives', async () => {
    const response = await core.app.inject(await core.prepareRecovery(ada))
    expect((await tryIt(String(response.json().session_token))).body).toBe('recovery')
  })
})

describe('confirming a session', () => {
  const ada = fixture(beforeAll, () => core.newPerson())
  const grace = fixture(beforeAll, () => core.newPerson())

  const recover = async (headers: Record<string, string> = {}) =>
    core.app.inject({ ...(await core.prepareRecovery(ada)), headers })

  test('a sign-in within a session confirms it: same session, later proof, new token, the old one dead', async () => {
    const before = (await core.signInWithPassword(ada)).response.json<SignedIn>()
    await core.database.sql`
      update core.sessions set auth_time = now() - interval '1 hour' where session_id = ${before.session.session_id}`
    const { response } = await core.signInWithPassword(ada, bearer(before.session_token))
    expect(response.statusCode).toBe(200)
    const after = response.json<SignedIn>()
    expect(after.session).toMatchObject({ session_id: before.session.session_id, scope: 'full' })
    expect(Date.parse(after.session.auth_time)).toBeGreaterThan(Date.parse(before.session.created_at))
    expect(after.session.absolute_expires_at).toBe(before.session.absolute_expires_at)
    expect([await core.sessionStatus(before.session_token), await core.sessionStatus(after.session_token)]).toEqual([
      401, 200,
    ])
  })

  test('a session from a recovery key is not confirmed, and a recovery key confirms none', async () => {
    const recovery = (await recover()).json<SignedIn>()
    const { response } = await core.signInWithPassword(ada, bearer(recovery.session_token))
    expect(refusalOf(response)).toEqual([403, 'insufficient_session'])
    expect(refusalOf(await recover(bearer(ada.token)))).toEqual([403, 'insufficient_session'])
    expect(await core.sessionStatus(ada.token)).toBe(200)
  })

  test('account events are listed for their owner, newest first and page by page', async () => {
    const headers = bearer(grace.token)
    await core.signInWithPassword(grace)
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
    const url = `/api/account/events/?cursor=${first.next_cursor}`
    const ofAda = await core.get(url, ada.token)
    expect(ofAda.json()).toEqual({ events: [], next_cursor: null })
  })
})
