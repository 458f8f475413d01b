import { clean } from '@countersign/service/sql'
import { createTestDatabase, hasOwnServer } from '@countersign/testing'
import { expect, test } from 'vitest'
import { providerMigrations } from '../index.ts'
import { cleaningSteps } from './cleaning.store.ts'

const RETENTION = { auditDays: 365, reuseDetectionDays: 30 }
const STEPS = cleaningSteps(RETENTION)

test.runIf(hasOwnServer)(
  'on one machine, processes that clean at once share the work, and pass over locked rows',
  async () => {
    const database = await createTestDatabase('postgresql', providerMigrations)
    await database.pool.query(`
    insert into provider.used_jwts (digest, expires_at)
    select decode(md5(n::text), 'hex'), now() - interval '1 hour' from generate_series(1, 3000) n`)
    const holder = await database.pool.connect()
    await holder.query('begin')
    await holder.query('select 1 from provider.used_jwts order by digest limit 10 for update')
    const shares = await Promise.all([1, 2, 3].map(() => clean(database.sql, STEPS)))
    expect(shares.reduce((sum, share) => sum + (share['used_jwts'] ?? 0), 0)).toBe(2990)
    await holder.query('commit')
    holder.release()
    expect(await clean(database.sql, STEPS)).toEqual({ used_jwts: 10 })
    await database.close()
  },
)

/** More than one page of any step, far less than a table. */
const FETCHED_AT_MOST = 4_100

test.runIf(hasOwnServer)('on one machine, every step finds its rows by an index, in tables of any size', async () => {
  const database = await createTestDatabase('postgresql', providerMigrations)
  await database.pool.query(`
    insert into provider.authorization_requests (auth_request_id, client_id, redirect_uri, requested_scopes, state, expires_at, leaves_at, code_expires_at, sealed_data_token)
    select gen_random_uuid(), 'c', '', '{}', '', now(), now() + (n - 600) * interval '1 second', now() - interval '1 second', case n % 10 when 0 then '\\x00'::bytea end
      from generate_series(1, 20000) n;
    update provider.authorization_requests set user_id = 'u' where auth_request_id::text < '8';
    insert into provider.grants (grant_id, client_id, user_id, scopes, refresh_token_hash, refresh_token_expires_at, leaves_at, expires_at, access_token_expires_at, access_token_salt)
    select gen_random_uuid(), 'c', 'u', '{}', decode(md5(n::text), 'hex'), now(), now() + (n - 600) * interval '1 second', now(), now(), '' from generate_series(1, 20000) n;
    insert into provider.audit_events (event_id, at, event)
    select gen_random_uuid(), now(), 'e' from generate_series(1, 20000) n;
    analyze`)
  // Statistics of a single connection are exact within its transaction.
  await database.sql.transaction(async (transaction) => {
    const count = () => transaction<{ relname: string; seq_scan: number; idx_scan: number; fetched: number }>`
      select relname, seq_scan::int, idx_scan::int, idx_tup_fetch::int as fetched from pg_stat_xact_user_tables
       where relname in ('authorization_requests', 'grants', 'audit_events') order by relname`
    const first = await count()
    let before = first
    let looks = 0
    for (const { table, remove } of cleaningSteps(RETENTION)) {
      for (let more = true; more; looks += 1) {
        const removed = await remove(transaction, 500)
        more = typeof removed === 'number' ? removed === 500 : removed.more
        const after = await count()
        const [scans, fetched] = (['seq_scan', 'fetched'] as const).map((field) =>
          after.map((row, index) => row[field] - (before[index]?.[field] ?? 0)),
        )
        expect(scans, table).toEqual([0, 0, 0])
        expect(Math.max(...(fetched ?? [])), table).toBeLessThanOrEqual(FETCHED_AT_MOST)
        before = after
      }
    }
    expect(looks).toBeGreaterThan(cleaningSteps(RETENTION).length + 9)
    expect(before.every(({ idx_scan }, index) => idx_scan > (first[index]?.idx_scan ?? 0))).toBe(true)
    expect(
      await transaction`select 1 from provider.authorization_requests where sealed_data_token is not null`,
    ).toEqual([])
  })
  await database.close()
})
