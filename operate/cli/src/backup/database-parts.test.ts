import { type Database, digestRows, listTables, withTables } from '@countersign/service/sql'
import { createTestDatabase } from '@countersign/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COMPONENTS, migrationsOf } from '../components.ts'
import type { BackupPart } from './backup-file.ts'
import { fillDatabase } from './database-parts.ts'

const ROW = '["5c8c2f0e-7f35-4c38-9a0c-3b1a6a1f0a01","2026-11-22 12:00:00+00",null,null,"0"]'
const COLUMNS = ['user_id', 'created_at', 'suspended_at', 'suspension_reason', 'suspension_changes']

describe('filling a database', () => {
  let database: Database
  let digest: string
  const readDigest = () =>
    withTables(database, async (run) => {
      const accounts = (await listTables(run)).find(({ name }) => name === 'core.accounts')
      return accounts && (await digestRows(run, accounts)).digest
    })

  beforeAll(async () => {
    database = await createTestDatabase('postgresql', ...migrationsOf(COMPONENTS))
    await fill([{ start: { table: 'core.accounts', columns: COLUMNS } }, { rows: [ROW] }])
    digest = (await readDigest()) ?? ''
    await database.pool.query('delete from core.accounts')
  })
  afterAll(() => database.close())

  async function fill(parts: readonly BackupPart[]): Promise<void> {
    async function* given(): AsyncGenerator<BackupPart> {
      yield* parts
    }
    await withTables(database, (run) => fillDatabase(run, given()))
  }

  const countAccounts = async () =>
    (await database.pool.query('select count(*)::integer as count from core.accounts')).rows[0]

  test.each<[string, BackupPart[]]>([
    ['more rows', [{ rows: [ROW] }, { end: { rows: 2, digest: '1' } }]],
    ['fewer rows', [{ rows: [ROW] }, { end: { rows: 0, digest: '' } }]],
    ['other rows', [{ rows: [ROW.replace('12:00', '12:01')] }, { end: { rows: 1, digest: 'the digest of the row' } }]],
  ])('takes all of it back where the other has %s', async (_name, parts) => {
    const expected = parts.map((part) => ('end' in part && part.end.rows === 1 ? { end: { rows: 1, digest } } : part))
    const filling = fill([{ start: { table: 'core.accounts', columns: COLUMNS } }, ...expected])
    await expect(filling).rejects.toThrow('core.accounts has other rows there')
    expect(await countAccounts()).toEqual({ count: 0 })
  })

  test.each([
    ['core.accounts; drop schema core cascade; --', COLUMNS],
    ['core.accounts', [...COLUMNS.slice(1), 'created_at) values (null, null); drop schema core cascade; --']],
    ['core.accounts', ['user_id']],
    ['core.accounts', [...COLUMNS, 'more']],
    ['core.migrations', ['name', 'checksum']],
    ['pg_catalog.pg_authid', ['rolname']],
  ])('looks up each name that it is given, and nothing of it becomes SQL: %s %j', async (table, columns) => {
    await expect(fill([{ start: { table, columns } }, { rows: [ROW] }])).rejects.toThrow('other columns there and here')
    expect(await countAccounts()).toEqual({ count: 0 })
  })

  test('takes the columns in the order in which they are given, and adds to nothing', async () => {
    const row = JSON.stringify(JSON.parse(ROW).toReversed())
    const start = { table: 'core.accounts', columns: COLUMNS.toReversed() }
    await fill([{ start }, { rows: [row] }])
    expect(await readDigest()).toBe(digest)
    await expect(fill([])).rejects.toThrow('is not empty: core.accounts has rows')
  })
})
