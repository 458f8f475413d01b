import { providerMigrations } from '@countersign/provider'
import {
  describeMigrations,
  listApplied,
  listTables,
  migrate,
  openDatabase,
  readMigrations,
  withTables,
} from '@countersign/service/sql'
import { closeAfterTest, createTestDatabase, databaseForTest, startBeforeAll } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { describePlan } from './commands/migrate.ts'
import { COMPONENTS, migrationsOf } from './components.ts'

describe('the migrations of all services', () => {
  const database = startBeforeAll(() => createTestDatabase('postgresql'))

  test('take nothing from programs of before, or say from which version on it is not missed', async () => {
    for (const migrations of migrationsOf(COMPONENTS)) {
      const names = new Set(readMigrations(migrations.folder).map(({ name }) => name))
      for (const { name, needsVersion, breaks } of await describeMigrations(database, migrations, names)) {
        // A line "-- contract: needs 1.2.0" says so (docs/adr/0061-expand-then-contract.md).
        expect({ name, isContraction: needsVersion !== undefined, breaks }).toEqual({
          name,
          isContraction: breaks.length > 0,
          breaks,
        })
      }
    }
  })

  test('make no table that a backup leaves out by mistake, and nothing else that a backup would have to carry', async () => {
    const { rows: tables } = await database.pool.query<{ name: string }>(
      `select oid::regclass::text as name from pg_class
        where relkind in ('r', 'p') and relnamespace::regnamespace::text in ('core', 'provider') order by name`,
    )
    const carried = await withTables(database, listTables)
    const left = tables.filter(({ name }) => !carried.some((table) => table.name === name))
    // Rows that a crash may lose, and the migrations of the database itself.
    expect(left.map(({ name }) => name)).toEqual([
      'core.migrations',
      'core.rate_limits',
      'provider.migrations',
      'provider.rate_limits',
    ])
    const { rows } = await database.pool.query(`select relname from pg_class where relkind = 'S'`)
    expect(rows).toEqual([])
  })

  test('are told of before they run, and nothing is changed by that', async () => {
    const url = await databaseForTest()
    const server = closeAfterTest(await openDatabase({ databaseUrl: url }))
    await migrate(server, providerMigrations, { only: new Set(['0001-clients.sql']) })
    const plan = await describePlan(server, () => createTestDatabase('postgresql'))
    expect(plan).not.toContain('0001-clients.sql')
    expect(plan).toContain('core/0001-accounts.sql\n  Expands: programs of before go on beside it.\n  Nobody waits.')
    expect(plan).toMatch(/0010-owned.*\n.*\n {2}provider\.clients \(.* kB\): reads and writes wait until it is done\./)
    expect(await listApplied(server, providerMigrations)).toHaveLength(1)
  })
})
