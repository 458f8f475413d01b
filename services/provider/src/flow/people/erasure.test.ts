import { randomUUID } from 'node:crypto'
import { type Sql, type SqlPool } from '@countersign/service/sql'
import { createLogger } from '@countersign/service/telemetry'
import { createTestDatabase, startBeforeAll } from '@countersign/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { createAuditTrail } from '../../ground/audit/audit-trail.ts'
import { providerMigrations } from '../../index.ts'
import { createErasure, type Erasure } from './erasure.ts'

const MINUTE_MS = 60_000

describe('erasing people', () => {
  const database = startBeforeAll(() => createTestDatabase('postgresql', providerMigrations))
  let ada: string
  let eve: string
  let erasure: Erasure
  let time: number
  /** The user that the database cannot remove. */
  let stuck: string | undefined
  let statements: number

  beforeEach(async () => {
    ;[ada, eve] = [randomUUID(), randomUUID()]
    time = Date.now()
    stuck = undefined
    const sql = failing(database.sql)
    const now = () => new Date(time)
    const trail = createAuditTrail({ sql, now, onError: () => undefined, onLost: () => undefined })
    erasure = createErasure({
      sql,
      now,
      auditTrail: trail,
      hintedSubjects: async () => [],
      notices: { deliverSoon: () => undefined },
      keyEncryptionSecrets: ['key-encryption-secret-for-tests-0123456789'],
    })
    const source = { log: createLogger({ level: 'silent' }), server: { auditTrail: trail } }
    for (const person of [ada, eve]) await erasure.erase(person, source)
    // Written by a request under way.
    await nameLate(ada, eve)
    statements = 0
  })

  function failing(real: SqlPool): SqlPool {
    const transaction: SqlPool['transaction'] = (work) =>
      real.transaction((inner) => work(Object.assign(failingTag(inner), { isTransaction: true } as const)))
    return Object.assign(failingTag(real), { transaction })
  }

  function failingTag(real: Sql): Sql {
    return async <Row extends object>(text: TemplateStringsArray, ...values: readonly unknown[]) => {
      statements += 1
      if (stuck !== undefined && values.includes(stuck)) throw new Error('stuck')
      return real<Row & Record<string, unknown>>(text, ...values)
    }
  }

  async function nameLate(...people: readonly string[]): Promise<void> {
    await database.sql`
      insert into provider.audit_events (event_id, at, event, user_id)
      select gen_random_uuid(), now(), 'tokens_issued', person from unnest(${people}::text[]) person`
  }

  async function named(): Promise<string[]> {
    const rows = await database.sql<{ user_id: string }>`
      select user_id from provider.audit_events where user_id in (${ada}, ${eve})`
    return rows.map((row) => row.user_id)
  }

  test('goes on behind a person who cannot be removed, and fails', async () => {
    stuck = ada
    await expect(erasure.repeat()).rejects.toThrow('Not everybody could be removed.')
    expect(await named()).toEqual([ada])
  })

  test('is tried again however long it fails', async () => {
    stuck = ada
    time += 2 * MINUTE_MS
    await expect(erasure.repeat()).rejects.toThrow(AggregateError)
    stuck = undefined
    await erasure.repeat()
    expect(await named()).toEqual([])
  })

  test('is done again for a minute, once after it, and no more', async () => {
    time += MINUTE_MS
    await erasure.repeat()
    expect(await named()).toEqual([])
    await nameLate(ada, eve)
    time += 1
    await erasure.repeat()
    expect(await named()).toEqual([])
    statements = 0
    await erasure.repeat()
    expect(statements).toBe(0)
  })
})
