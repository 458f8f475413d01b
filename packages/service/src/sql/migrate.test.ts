import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  createServerDatabase,
  createTestDatabase,
  ENGINES,
  startBeforeAll,
  temporaryFolder,
} from '@countersign/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DatabaseUnavailable } from '../errors.ts'
import { VERSION } from '../settings/version.ts'
import { type Database, openDatabase } from './database.ts'
import { listApplied, MigrationBlocked, MigrationChanged, type Migrations, migrate, SchemaTooNew } from './migrate.ts'

const all = temporaryFolder()
let folder: string
let migrations: Migrations

beforeEach(() => {
  folder = mkdtempSync(join(all, 'migrations-'))
  migrations = { schema: 'core', folder: pathToFileURL(`${folder}/`) }
  write('0001-people.sql', 'create table core.people (name text)')
  write('0002-born.sql', 'alter table core.people add column born integer')
})

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text)
}

describe.each(ENGINES)('migrate on %s:', (engine) => {
  const database = startBeforeAll(() => createTestDatabase(engine))
  afterEach(() => database.pool.query('drop schema core cascade'))

  test('applies the files in their order, once', async () => {
    write('0010-last.sql', 'alter table core.people add column last integer')
    expect(await migrate(database, migrations)).toEqual(['0001-people.sql', '0002-born.sql', '0010-last.sql'])
    expect(await migrate(database, migrations)).toEqual([])
    await database.sql`insert into core.people values ('Ada', 1815, 1)`
  })

  test('leaves alone what is not a migration', async () => {
    write('README.md', 'not sql')
    write('0003_wrong.sql', 'not sql')
    expect(await migrate(database, migrations)).toHaveLength(2)
  })

  test('refuses a file that was changed after it ran', async () => {
    await migrate(database, migrations)
    write('0001-people.sql', 'create table core.people (name text not null)')
    const attempt = migrate(database, migrations)
    await expect(attempt).rejects.toThrow(MigrationChanged)
    await expect(attempt).rejects.toThrow('0001-people.sql was changed after it was applied')
  })

  test('a database that lost a part this version uses is refused, with the needed version', async () => {
    write('0003-newer.sql', '-- contract: needs 99.0.0\nalter table core.people rename to persons')
    await migrate(database, migrations)
    rmSync(join(folder, '0003-newer.sql'))
    const attempt = migrate(database, migrations)
    await expect(attempt).rejects.toThrow(SchemaTooNew)
    await expect(attempt).rejects.toThrow(
      `by Countersign ${VERSION}: 0003-newer.sql took away what versions before 99.0.0 use, and this is ${VERSION}. Start 99.0.0`,
    )
  })

  test('a newer database that only gained, or lost unused parts, is used', async () => {
    write('0003-newer.sql', 'alter table core.people add column more text')
    write('0004-newer.sql', '-- contract: needs 0.0.1\nalter table core.people drop column born')
    await migrate(database, migrations)
    rmSync(join(folder, '0003-newer.sql'))
    rmSync(join(folder, '0004-newer.sql'))
    expect(await migrate(database, migrations)).toEqual([])
  })

  test('notes the version that applied a migration, and the version that it needs', async () => {
    expect(await listApplied(database, migrations)).toEqual([])
    await migrate(database, migrations)
    write('0003-newer.sql', '-- contract: needs 0.1.0\nselect 1')
    await migrate(database, migrations)
    expect(await listApplied(database, migrations)).toMatchObject([
      { name: '0001-people.sql', program: VERSION, needs_version: null },
      { name: '0002-born.sql', program: VERSION, needs_version: null },
      { name: '0003-newer.sql', program: VERSION, needs_version: '0.1.0' },
    ])
  })

  test('finds its files wherever they are', async () => {
    const elsewhere = join(folder, 'my projects', 'größer, 100%')
    mkdirSync(elsewhere, { recursive: true })
    writeFileSync(join(elsewhere, '0001-people.sql'), 'create table core.people (name text)')
    expect(await migrate(database, { schema: 'core', folder: pathToFileURL(`${elsewhere}/`) })).toHaveLength(1)
  })

  test('a failing file takes back everything, and a mended one succeeds', async () => {
    await migrate(database, migrations)
    write('0003-whole.sql', 'create table core.whole (name text)')
    write('0004-broken.sql', 'create table core.half (name text); select * from core.nothing')
    await expect(migrate(database, migrations)).rejects.toThrow('0004-broken.sql failed')
    expect(await findTables('whole', 'half')).toEqual([])
    write('0004-broken.sql', 'create table core.half (name text)')
    expect(await migrate(database, migrations)).toEqual(['0003-whole.sql', '0004-broken.sql'])
    expect(await findTables('whole', 'half')).toEqual(['half', 'whole'])
  })

  async function findTables(...names: readonly string[]): Promise<string[]> {
    const rows = await database.sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = 'core' and tablename = any(${names}) order by name`
    return rows.map(({ name }) => name)
  }
})

describe('migrate on a server:', () => {
  const DEADLINE_MS = 200
  let url: string
  let drop: () => Promise<void>
  const open: Database[] = []

  const openHere = async (deadlineMs?: number): Promise<Database> => {
    const database = await openDatabase({ databaseUrl: url, deadlineMs })
    open.push(database)
    return database
  }

  beforeEach(async () => {
    ;({ url, drop } = await createServerDatabase())
  })
  afterEach(async () => {
    await Promise.all(open.splice(0).map((database) => database.close()))
    await drop()
  })

  test('of two processes at once one applies, the other waits past the statement limit', async () => {
    write('0003-slow.sql', 'select pg_sleep(1)')
    const databases = await Promise.all([1, 2].map(() => openHere(DEADLINE_MS)))
    const applied = await Promise.all(databases.map((database) => migrate(database, migrations)))
    expect(applied.map(({ length }) => length).filter((length) => length > 0)).toEqual([3])
    for (const { sql } of databases) await expect(sql`select pg_sleep(60)`).rejects.toThrow(DatabaseUnavailable)
  })

  test('a table that another session locks is not waited for', async () => {
    const [database, other] = await Promise.all([openHere(), openHere()])
    await migrate(database, migrations)
    write('0003-more.sql', 'alter table core.people add column more text')
    await other.sql.transaction(async (sql) => {
      await sql`lock table core.people, core.migrations in access share mode`
      await expect(migrate(database, migrations)).rejects.toThrow(MigrationBlocked)
    })
    expect(await migrate(database, migrations)).toEqual(['0003-more.sql'])
  })

  test('others find out at once, meanwhile, and keep serving', async () => {
    const [database, other] = await Promise.all([openHere(), openHere()])
    await migrate(database, migrations)
    write('0003-slow.sql', 'select pg_sleep(1)')
    let isDone = false
    const migrating = migrate(database, migrations).finally(() => (isDone = true))
    const findSlow = () =>
      other.sql`select from pg_stat_activity where query = 'select pg_sleep(1)' and datname = current_database()`
    await expect.poll(findSlow).toHaveLength(1)
    expect(await listApplied(other, migrations)).toHaveLength(2)
    expect(isDone).toBe(false)
    await migrating
  })

  test('a lost connection leaves nothing half done, and the next attempt succeeds', async () => {
    const database = await openHere()
    write('0003-lost.sql', 'create table core.half (name text); select pg_terminate_backend(pg_backend_pid())')
    await expect(migrate(database, migrations)).rejects.toThrow(DatabaseUnavailable)
    write('0003-lost.sql', 'create table core.half (name text)')
    expect(await migrate(database, migrations)).toEqual(['0001-people.sql', '0002-born.sql', '0003-lost.sql'])
  })
})
