import { createTestDatabase, hasOwnServer } from '@countersign/testing'
import { expect, test } from 'vitest'
import { providerMigrations } from '../../index.ts'
import { findDueNotice, listDueNotices } from './pending-notice.store.ts'

/** One app has waited for longer than the other. */
test.runIf(hasOwnServer)('on one machine, what is due is found by an index, however much waits', async () => {
  const database = await createTestDatabase('postgresql', providerMigrations)
  await database.pool.query(`
    insert into provider.pending_logouts (client_id, logout_id, sealed_user_id, next_attempt_at, expires_at)
    select case when n > 10000 then 'other' else 'many' end, gen_random_uuid(), '', now() - interval '1 hour' + n * interval '1 ms',
           now() + interval '1 day'
      from generate_series(1, 20000) n;
    analyze`)
  await database.sql.transaction(async (sql) => {
    const count = async () => {
      const [row] = await sql<{ seq_scan: number; fetched: number }>`
        select seq_scan::int, idx_tup_fetch::int as fetched from pg_stat_xact_user_tables
         where schemaname = 'provider' and relname = 'pending_logouts'`
      return row!
    }
    const before = await count()
    expect(await listDueNotices(sql, { limit: 32, busy: [] })).toHaveLength(32)
    expect(await findDueNotice(sql, 'other')).toMatchObject({ clientId: 'other' })
    expect(await findDueNotice(sql, 'many')).toMatchObject({ clientId: 'many' })
    const after = await count()
    expect(after.seq_scan).toBe(before.seq_scan)
    expect(after.fetched - before.fetched).toBeLessThan(100)
  })
  await database.close()
})
