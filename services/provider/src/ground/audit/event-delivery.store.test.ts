import { createTestDatabase, hasOwnServer } from '@countersign/testing'
import { expect, test } from 'vitest'
import { providerMigrations } from '../../index.ts'
import { findDueEvent, listDueEvents, noteFailure, takeEvent } from './event-delivery.store.ts'

test.runIf(hasOwnServer)(
  'on one machine, the next event is found by an index, however many wait behind one',
  async () => {
    const database = await createTestDatabase('postgresql', providerMigrations)
    const { pool, sql } = database
    await pool.query(`
    insert into provider.event_deliveries (event_id, event, queue, next_attempt_at, expires_at)
    select lpad(to_hex(n), 32, '0')::uuid, 'grant_revoked', case when n <= 20000 then 'many' else n::text end,
           now() - interval '1 hour' + n * interval '1 ms', now() + interval '1 day'
      from generate_series(1, 20040) n;
    analyze`)
    const [first] = await listDueEvents(sql, { limit: 1, busy: [] })
    expect(first).toMatchObject({ queue: 'many' })
    if (!first) throw new Error('Nothing is due.')
    const [taken, ...others] = (await Promise.all([1, 2, 3].map(() => takeEvent(sql, first)))).filter((each) => each)
    if (!taken) throw new Error('Not taken.')
    expect(others).toEqual([])
    await noteFailure(sql, first, { failure: 'answered with status 500', nextAttemptAt: taken.nextAttemptAt })
    await pool.query('vacuum analyze provider.event_deliveries')
    await sql.transaction(async (transaction) => {
      const count = async () => {
        const [row] = await transaction<{ seq_scan: number; fetched: number }>`
        select seq_scan::int, idx_tup_fetch::int as fetched from pg_stat_xact_user_tables
         where schemaname = 'provider' and relname = 'event_deliveries'`
        return row!
      }
      const before = await count()
      expect(await listDueEvents(transaction, { limit: 8, busy: [] })).toHaveLength(8)
      expect(await findDueEvent(transaction, 'many')).toBe(undefined)
      expect(await findDueEvent(transaction, '20001')).toMatchObject({ queue: '20001' })
      const after = await count()
      expect(after.seq_scan).toBe(before.seq_scan)
      expect(after.fetched - before.fetched).toBeLessThan(200)
    })
    await database.close()
  },
)
