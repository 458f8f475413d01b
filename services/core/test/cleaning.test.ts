import { addCountsTo } from '@countersign/service/limits'
import { clean, type Sql, sqlText } from '@countersign/service/sql'
import { ENGINES, startBeforeAll } from '@countersign/testing'
import type { QueryResultRow } from 'pg'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { removeUnusedAccounts } from '../src/accounts/operators/unused-accounts.ts'
import { CLEANING_STEPS } from '../src/surface/cleaning.store.ts'
import { fixture, startCore } from './core-under-test.ts'
import { PASSWORD as password } from './person.ts'
import { allowApp } from './provider-under-test.ts'

describe.each(ENGINES)('cleaning the %s database', (engine) => {
  const core = startBeforeAll(() => startCore(engine))
  const ada = fixture(beforeAll, () => core.signUpWithPassword({ login: 'ada', password }))

  beforeAll(async () => {
    await core.startSignIn(ada)
  })

  test('leaves all that is needed', async () => {
    expect(await clean(core.database.sql, CLEANING_STEPS)).toEqual({})
  })

  test('removes what has ended, after the time that it is still of use', async () => {
    const { sql } = core.database
    const userId = ada.signedIn.user_id
    await sql`
      insert into core.sessions
             (user_id, token_sha256, session_id, scope, method_id, user_agent, network, idle_expires_at, absolute_expires_at,
              revoked_at)
      select ${userId}, sha256(n::text::bytea), gen_random_uuid(), 'full', gen_random_uuid(), '', '',
             now() + case when n = 1 then interval '-25 hours' else '1 hour' end, now() + interval '1 hour',
             case when n = 2 then now() - interval '25 hours' end
        from generate_series(1, 3) n`
    await sql`update core.logins set expires_at = now() - interval '1 second'`
    await sql`
      insert into core.registrations values (
        gen_random_uuid(), gen_random_uuid(), 'late', '{}', '', '', now() - interval '1 second')`
    await sql`
      insert into core.session_keys
      select 'key' || n, ${userId}, now() + n * interval '1 minute' from generate_series(-1, 1, 2) n`
    await sql`insert into core.stagings values (${userId}, 'commit', gen_random_uuid(), now() - interval '1 second')`
    await sql`
      insert into core.stagings values (${userId}, 'rotation', gen_random_uuid(), now() + interval '1 minute')`
    await sql`
      insert into core.staged_items (user_id, kind, item_id, ak_gen, record)
      select ${userId}, case when n = 1 then 'rotation' else 'commit' end, gen_random_uuid(), 1, '{}'
        from generate_series(1, 700) n`
    await sql`
      insert into core.password_throttles
      select 'name' || n, '', case when n = 1 then 99 else 100 end, 1, now(),
             now() - case when n = 3 then interval '31 days' else '25 hours' end
        from generate_series(1, 3) n`
    await sql`
      insert into core.account_events (user_id, event_id, type, user_agent, network, at)
      select ${userId}, gen_random_uuid(), 'signed_in', '', '', now() - case when n = 1 then interval '401 days' else '1 day' end
        from generate_series(1, 1002) n`
    await sql`
      insert into core.invitations (token_hash, uses, used, expires_at)
      select sha256(n::text::bytea), 1, n % 2, now() - case when n = 1 then interval '31 days' else interval '29 days' end
        from generate_series(1, 3) n`
    await addCountsTo(sql, sqlText`core.rate_limits`)([{ key: 'over', count: 1, secondsLeft: -1 }])
    // Of 1,003 within the time (the sign-up is one), the oldest two; of the throttles the paused one stays.
    expect(await clean(sql, CLEANING_STEPS)).toEqual({
      sessions: 2,
      session_keys: 1,
      logins: 1,
      registrations: 1,
      invitations: 1,
      staged_items: 699,
      stagings: 1,
      password_throttles: 2,
      account_events: 3,
      rate_limits: 1,
    })
  })

  test('removes an unused account, and none that was opened, gave an app access or is suspended', async () => {
    const { sql } = core.database
    const people = {
      unused: await core.newPerson(),
      edited: await core.newPerson(),
      returned: await core.newPerson(),
      sharing: await core.newPerson(),
      suspended: await core.newPerson(),
    }
    await sql`
      update core.accounts set suspended_at = now(), suspension_reason = 'Spam.' where user_id = ${people.suspended.userId}`
    await people.edited.device.saveProfile({ values: { email: 'ada@example.org' } })
    await core.signInWithPassword(people.returned)
    await allowApp(core.provider, people.sharing.userId)
    const step = removeUnusedAccounts({ sql, provider: core.client, unusedAccountDays: 365 })
    const ids = Object.values(people).map(({ userId }) => userId)
    const age = async (days: number) => {
      await sql`
        update core.accounts set created_at = (select now()) - make_interval(days => ${days}::int)
         where user_id = any(${ids}::uuid[])`
    }
    await age(366)
    // The session of the sign-up is live.
    expect(await clean(sql, [step])).toEqual({})
    await sql`update core.sessions set revoked_at = now() where user_id = any(${ids}::uuid[])`
    await age(364)
    expect(await clean(sql, [step])).toEqual({})
    await age(366)
    expect(await clean(sql, [step])).toEqual({ accounts: 1 })
    const left = await sql<{ user_id: string }>`select user_id from core.accounts where user_id = any(${ids}::uuid[])`
    expect(left.map(({ user_id }) => user_id).toSorted()).toEqual(ids.slice(1).toSorted())
    const told = await sql`select user_id, erases from core.pending_revocations`
    expect(told).toEqual([{ user_id: people.unused.userId, erases: true }])
  })

  test.skipIf(inject('hasCluster'))(
    'takes each row once, in bounded steps, where processes clean at once (on one machine alone)',
    async () => {
      const { sql } = core.database
      await sql`insert into core.accounts select gen_random_uuid() from generate_series(1, 200)`
      await sql`
        with people as (select array_agg(user_id) as ids from core.accounts)
        insert into core.sessions
               (user_id, token_sha256, session_id, scope, method_id, user_agent, network, idle_expires_at, absolute_expires_at)
        select ids[1 + floor(random() * cardinality(ids))::int], sha256(('at once ' || n)::bytea), gen_random_uuid(),
               'full', gen_random_uuid(), '', '', now() - interval '2 days' - random() * interval '1 day', now()
          from people, generate_series(1, 8000) n`
      const taken: number[] = []
      const counting: Sql = async <Row extends QueryResultRow>(text: TemplateStringsArray, ...values: unknown[]) => {
        const rows = await sql<Row>(text, ...values)
        taken.push(rows.length)
        return rows
      }
      const removed = await Promise.all(Array.from({ length: 4 }, () => clean(counting, CLEANING_STEPS)))
      expect(removed.reduce((sum, { sessions = 0 }) => sum + sessions, 0)).toBe(8_000)
      expect(Math.max(...taken)).toBe(500)
    },
  )
})
