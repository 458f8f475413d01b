import type { AccountEventList, SignedIn } from '@countersign/contracts'
import { sha256 } from '@countersign/service/secrets'
import { startBeforeAll } from '@countersign/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { fixture, passFiveMinutes, startCore } from '../../../test/core-under-test.ts'
import { bearer, refusalOf } from '../../../test/person.ts'
import { spendIntent } from './intent.ts'
import { findActiveSession } from './session.store.ts'

const core = startBeforeAll(() => startCore())

describe('a gesture', () => {
  test('serves no act that begins within its five minutes and ends after them', async () => {
    const mary = await core.newPerson()
    const { sql } = core.database
    const spend = async (wait: () => Promise<unknown>) => {
      await mary.confirm({ act: 'add_passkey' })
      const key = { userId: mary.userId, tokenHash: sha256(mary.token) }
      const found = await findActiveSession(sql, key, 60)
      await wait()
      return sql.transaction((transaction) => spendIntent(transaction, found!.session, ['add_passkey']))
    }
    await expect(spend(async () => undefined)).resolves.toBeUndefined()
    await expect(spend(() => passFiveMinutes(sql, mary.userId))).rejects.toMatchObject({ code: 'reauth_required' })
  })

  test('is no use of a gesture without a session: none begins with leave to change anything', async () => {
    const { wire, confirm } = await core.newPerson()
    wire.between = ({ headers, ...message }) => {
      const others = Object.entries(headers).filter(([name]) => name !== 'authorization')
      return { ...message, headers: Object.fromEntries(others) }
    }
    await expect(confirm({ act: 'add_passkey' })).rejects.toThrow('invalid_session')
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
