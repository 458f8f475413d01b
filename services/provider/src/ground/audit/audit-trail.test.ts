import { createTestDatabase } from '@countersign/testing'
import { expect, test } from 'vitest'
import { providerMigrations } from '../../index.ts'
import { createAuditTrail } from './audit-trail.ts'

test('while the database is away events wait, and are written once when it is back', async () => {
  const database = await createTestDatabase('postgresql', providerMigrations)
  const { sql, pool } = database
  const lost: number[] = []
  const newTrail = () =>
    createAuditTrail({ sql, now: () => new Date(), onError: () => undefined, onLost: (n) => lost.push(n) })
  const trail = newTrail()
  trail.record({ event: 'first' })
  const client = await pool.connect()
  await client.query('alter table provider.audit_events rename to away')
  client.release()
  const unlucky = newTrail()
  unlucky.record({ event: 'refused by the database for ever' })
  await expect(unlucky.flush()).rejects.toThrow('does not exist')
  expect(lost).toEqual([1])
  await pool.query('alter table provider.away rename to audit_events')
  await trail.flush()
  await trail.flush()
  expect(await sql`select event from provider.audit_events`).toEqual([{ event: 'first' }])
  await database.close()
  const waiting = newTrail()
  waiting.record({ event: 'kept' })
  await expect(waiting.flush()).rejects.toMatchObject({ name: 'DatabaseUnavailable' })
  for (let count = 0; count < 50_000; count += 1) waiting.record({ event: 'kept' })
  await expect(waiting.flush()).rejects.toMatchObject({ name: 'DatabaseUnavailable' })
  expect(lost.slice(1).reduce((sum, each) => sum + each, 0)).toBe(1)
})

test('events of the same millisecond keep their order', async () => {
  const database = await createTestDatabase('postgresql', providerMigrations)
  const now = () => new Date('2026-01-01T12:00:00Z')
  const trail = createAuditTrail({ sql: database.sql, now, onError: () => undefined, onLost: () => undefined })
  const names = Array.from({ length: 300 }, (_, index) => `event_${String(index).padStart(3, '0')}`)
  for (const event of names) trail.record({ event })
  await trail.flush()
  const rows = await database.sql<{ event: string }>`
    select event from provider.audit_events where event like 'event%' order by event_id`
  expect(rows.map(({ event }) => event)).toEqual(names)
  await database.close()
})
