import type { SignedIn } from '@countersign/contracts'
import { clean } from '@countersign/service/sql'
import { startBeforeAll } from '@countersign/testing'
import type { InjectOptions } from 'fastify'
import { beforeAll, expect, inject, test } from 'vitest'
import { removeUnusedAccounts } from '../src/accounts/operators/unused-accounts.ts'
import { insertSession } from '../src/accounts/sessions/session.store.ts'
import { fixture, startCore } from './core-under-test.ts'
import { bearer, PASSWORD as password, refusalOf } from './person.ts'

const core = startBeforeAll(() => startCore('postgresql'))
const ada = fixture(beforeAll, () => core.signUpWithPassword({ login: 'ada', password }))
let other: SignedIn

// Two that take the same rows in another order end in a deadlock, which is an error to one of the two.
test.each<[string, () => InjectOptions]>([
  ['ending the other sessions', () => ({ method: 'DELETE', url: '/api/sessions/' })],
  ['ending one session', () => ({ method: 'DELETE', url: `/api/sessions/${other.session.session_id}/` })],
  ['ending the account', () => ({ method: 'POST', url: '/api/account/delete/', payload: { confirm: 'delete' } })],
])('%s takes the vault first, and nothing before it', async (_case, request) => {
  other = (await core.signInWithPassword({ login: 'ada', password })).response.json<SignedIn>()
  const { user_id: userId } = ada.signedIn
  await ada.confirm({ act: 'delete_account' })
  const holder = await core.database.pool.connect()
  await holder.query('begin')
  await holder.query('select 1 from core.vaults where user_id = $1 for update', [userId])
  const answer = core.app.inject({ ...request(), headers: bearer(ada.token) })
  expect(await Promise.race([untilOneWaits(), answer])).toBe('a request waits')
  await holder.query('select 1 from core.sessions where user_id = $1 for update nowait', [userId])
  await holder.query('rollback')
  holder.release()
  expect((await answer).statusCode).toBe(204)
})

test('a sign-in waits for a suspension under way, and is refused', async () => {
  const grace = await core.signUpWithPassword({ login: 'grace', password })
  const { finish } = await core.startSignIn(grace)
  const holder = await core.database.pool.connect()
  await holder.query('begin')
  const suspending = 'update core.accounts set suspended_at = now(), suspension_reason = $2 where user_id = $1'
  await holder.query(suspending, [grace.userId, 'Spam.'])
  const answer = core.finishSignIn(finish)
  expect(await Promise.race([untilOneWaits(), answer])).toBe('a request waits')
  await holder.query('commit')
  holder.release()
  expect(refusalOf(await answer)).toEqual([403, 'account_suspended'])
})

test('the cleaner waits for the first sign-in of an unused account, and leaves the account', async () => {
  const { sql } = core.database
  const { userId } = await core.newPerson()
  await sql`update core.accounts set created_at = now() - interval '366 days' where user_id = ${userId}`
  await sql`update core.sessions set revoked_at = now() where user_id = ${userId}`
  const [method] = await sql<{ id: string }>`select unlock_id as id from core.unlock_records where user_id = ${userId}`
  const provider = { listGrants: async () => ({ grants: [] }) }
  const step = removeUnusedAccounts({ sql, provider, unusedAccountDays: 365 })
  let cleaning = Promise.resolve<unknown>(undefined)
  await sql.transaction(async (transaction) => {
    await insertSession(transaction, {
      userId,
      tokenHash: Buffer.alloc(32),
      scope: 'full',
      methodId: method?.id ?? '',
      origin: { userAgent: '', network: '' },
      jkt: undefined,
      idleSeconds: 60,
      absoluteSeconds: 60,
    })
    cleaning = clean(sql, [step])
    expect(await Promise.race([untilOneWaits(), cleaning])).toBe('a request waits')
  })
  expect(await cleaning).toEqual({})
  expect(await sql`select from core.accounts where user_id = ${userId}`).toHaveLength(1)
})

const WAITING = inject('hasCluster')
  ? 'select 1 from citus_lock_waits'
  : `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

/** Until a request stands at a lock that another transaction holds. */
async function untilOneWaits(): Promise<string> {
  let count = 0
  while (count === 0) {
    const { rows } = await core.database.pool.query(WAITING)
    count = rows.length
  }
  return 'a request waits'
}
