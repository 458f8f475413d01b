import { startBeforeAll } from '@countersign/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { replaceRecoveryKey, rotate } from '../../../../test/account.ts'
import { fixture, startCore } from '../../../../test/core-under-test.ts'
import { bearer, type PasswordPerson } from '../../../../test/person.ts'
import { allowApp, say } from '../../../../test/provider-under-test.ts'
import { insertPendingRevocation } from './pending-revocation.store.ts'
import { revokePendingGrants } from './revoke-pending-grants.ts'

const ERASE = '/api/auth/internal/people/erase/'
const AWAY = say(503, { error: 'The service is temporarily unavailable.', code: 'service_unavailable' })

describe('a grant', () => {
  const core = startBeforeAll(() => startCore())
  const ada = fixture(beforeEach, () => core.newPerson())
  let refreshToken: string

  beforeEach(async () => {
    core.provider.lie = undefined
    refreshToken = (await allowApp(core.provider, ada.userId)).refresh_token
  })

  const recoverAccount = async () => {
    const { device } = await core.recover(ada)
    await device.recoverByPassword({ password: 'another violet kettle in orbit' })
  }
  const changePassword = async () => {
    await replaceRecoveryKey(ada)
    await ada.device.changePassword({ password: 'another violet kettle in orbit' })
  }
  const endOthers = (query: string) =>
    core.app.inject({ method: 'DELETE', url: `/api/sessions/${query}`, headers: bearer(ada.token) })
  const refresh = async () => (await (await core.provider.real()).refresh(refreshToken)).statusCode
  const retry = () => revokePendingGrants({ sql: core.database.sql, provider: core.client, logger: core.app.log })
  const pending = () => core.database.sql`select user_id, erases from core.pending_revocations`

  const ENDS: [string, () => Promise<unknown>][] = [
    ['at a recovery', recoverAccount],
    ['with the account key, because an attacker may have had an unlock method', () => rotate(ada)],
    ['with all other sessions, if the person wants it', () => endOthers('?apps=true')],
  ]

  test.each(ENDS)('ends %s (RFC 9700 §4.14.2)', async (_when, end) => {
    const bystander = await core.newPerson()
    const others = await allowApp(core.provider, bystander.userId)
    await end()
    expect([await refresh(), await pending()]).toEqual([400, []])
    expect((await (await core.provider.real()).refresh(others.refresh_token)).statusCode).toBe(200)
  })

  test.each(ENDS)('ends later %s if the provider is away, and the user does not wait', async (_when, end) => {
    core.provider.lie = AWAY
    await end()
    expect(await pending()).toEqual([{ user_id: ada.userId, erases: false }])
    core.provider.lie = undefined
    await retry()
    expect([await refresh(), await pending()]).toEqual([400, []])
  })

  test('outlives an end that was asked for before it and is told late', async () => {
    core.provider.lie = AWAY
    await endOthers('?apps=true')
    core.provider.lie = undefined
    // As if both had happened an hour ago, and an approval came now.
    await core.database.sql`update core.pending_revocations set created_at = now() - interval '1 hour'`
    await core.database.sql`
      update provider.grants set created_at = now() - interval '2 hours' where user_id = ${ada.userId}`
    await core.database.sql`
      update provider.authorization_requests set decided_at = now() - interval '2 hours'
       where user_id = ${ada.userId} and decided_at is not null`
    const later = await allowApp(core.provider, ada.userId)
    await retry()
    expect([await refresh(), await pending()]).toEqual([400, []])
    expect((await (await core.provider.real()).refresh(later.refresh_token)).statusCode).toBe(200)
  })

  test('does not outlive a second end while the first is still pending', async () => {
    core.provider.lie = AWAY
    await endOthers('?apps=true')
    // As if the first had been asked for an hour ago, and the app was allowed since.
    await core.database.sql`update core.pending_revocations set created_at = now() - interval '1 hour'`
    await endOthers('?apps=true')
    core.provider.lie = undefined
    await retry()
    expect([await refresh(), await pending()]).toEqual([400, []])
  })

  test('is ended again if requested during the call to the provider', async () => {
    core.provider.lie = async (_path, truth) => {
      await core.database.sql.transaction((sql) => insertPendingRevocation(sql, { userId: ada.userId, erases: false }))
      return truth()
    }
    await endOthers('?apps=true')
    expect(await pending()).toEqual([{ user_id: ada.userId, erases: false }])
    core.provider.lie = undefined
    await retry()
    expect(await pending()).toEqual([])
  })

  test.each<[string, () => Promise<unknown>]>([
    ['a new password, if the old one did not leak', changePassword],
    ['the end of other sessions alone', () => endOthers('')],
  ])('outlives %s', async (_what, end) => {
    await end()
    expect(await refresh()).toBe(200)
  })

  test('is not ended by a malformed query', async () => {
    for (const query of ['?apps=false', '?apps', '?everything=true']) {
      expect((await endOthers(query)).statusCode).toBe(400)
    }
    expect(await refresh()).toBe(200)
  })

  test('of a deleted account is forgotten, also where its end was still to be told', async () => {
    core.provider.lie = AWAY
    await endOthers('?apps=true')
    await deleteAccount(ada)
    expect(await pending()).toEqual([{ user_id: ada.userId, erases: true }])
    // A concurrent method change queues the weaker revocation, after the deletion.
    await core.database.sql.transaction((sql) => insertPendingRevocation(sql, { userId: ada.userId, erases: false }))
    expect(await pending()).toEqual([{ user_id: ada.userId, erases: true }])
    await core.database.sql`delete from core.pending_revocations`
  })

  const asked = () => core.provider.received.map(({ path }) => path)

  async function deleteAccount(person: PasswordPerson) {
    await person.confirm({ act: 'delete_account' })
    return core.post('/api/account/delete/', { confirm: 'delete' }, bearer(person.token))
  }

  describe('the end of an account', () => {
    test('is pending while the provider is away, and retried until done', async () => {
      core.provider.lie = AWAY
      expect((await deleteAccount(ada)).statusCode).toBe(204)
      expect(await pending()).toEqual([{ user_id: ada.userId, erases: true }])
      expect(core.log()).toContain('"event":"revocation_failed"')
      await expect(retry()).resolves.toBeUndefined()
      expect(await pending()).toEqual([{ user_id: ada.userId, erases: true }])
      core.provider.lie = undefined
      core.provider.received.length = 0
      await retry()
      expect([await pending(), asked()]).toEqual([[], [ERASE]])
      await retry()
      expect(asked()).toHaveLength(1)
    })

    test('is queued for each account alone: one that always fails holds up no other', async () => {
      const others = await Promise.all([1, 2].map(() => core.newPerson()))
      core.provider.lie = AWAY
      for (const person of [ada, ...others]) expect((await deleteAccount(person)).statusCode).toBe(204)
      // The request that fails is known by its body alone.
      core.provider.lie = async (path, truth) =>
        JSON.stringify(core.provider.received.at(-1)?.body).includes(ada.userId) ? AWAY(path, truth) : truth()
      await retry()
      expect(await pending()).toEqual([{ user_id: ada.userId, erases: true }])
      core.provider.lie = undefined
      await retry()
      expect(await pending()).toEqual([])
    })

    test('is retried in turns and at a limited rate while all fail', async () => {
      const five = await Promise.all([1, 2, 3, 4, 5].map(() => core.newPerson()))
      core.provider.lie = AWAY
      for (const person of five) await deleteAccount(person)
      await core.database.sql`update core.pending_revocations set tried_at = now() - interval '1 minute'`
      core.provider.received.length = 0
      await retry()
      await retry()
      const tried = core.provider.received.map(({ body }) => (body as { user_id: string }).user_id)
      expect(tried).toHaveLength(6)
      expect([...new Set(tried)].toSorted()).toEqual(five.map(({ userId }) => userId).toSorted())
      core.provider.lie = undefined
      await retry()
    })
  })
})
