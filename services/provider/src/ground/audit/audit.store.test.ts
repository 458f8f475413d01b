import { createTestDatabase, startBeforeAll } from '@countersign/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { providerMigrations } from '../../index.ts'
import { type AuditFilter, listEvents } from './audit.store.ts'

describe('the audit trail', () => {
  // The embedded database has one session, so its prepared statements can be explained.
  const database = startBeforeAll(() => createTestDatabase('postgresql', providerMigrations))

  beforeAll(async () => {
    // As after five executions.
    await database.pool.query('set plan_cache_mode = force_generic_plan')
    await database.pool.query('set enable_seqscan = off')
    await database.pool.query('set enable_bitmapscan = off')
  })

  async function planOf(filter: AuditFilter): Promise<string> {
    await database.pool.query('deallocate all')
    await listEvents(database.sql, filter, { limit: 50 })
    const { rows: prepared } = await database.pool.query<{ name: string; count: number }>(
      `select name, cardinality(parameter_types) as count from pg_prepared_statements where statement like '%audit_events%'`,
    )
    const [{ name, count } = { name: '', count: 0 }] = prepared
    const values = Array.from({ length: count }, () => 'null').join(', ')
    const { rows } = await database.pool.query(`explain (costs off) execute "${name}"(${values})`)
    return JSON.stringify(rows)
  }

  test.each([
    ['event', 'audit_events_by_name', { event: 'keys_rotated' }],
    ['event and outcome', 'audit_events_by_name', { event: 'keys_rotated', outcome: 'administrator' }],
    ['client', 'audit_events_of_client', { clientId: 'app' }],
    ['user', 'audit_events_of_user', { userId: 'ada' }],
    ['time', 'audit_events_pkey', { since: new Date() }],
  ])('is found by %s through %s, however often it is asked', async (_filter, index, filter) => {
    const plan = await planOf(filter)
    expect(plan).toContain(`using ${index}`)
    expect(plan).not.toContain('Sort')
  })
})
