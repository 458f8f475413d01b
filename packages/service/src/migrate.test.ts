import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createServerDatabase, createTestDatabase, ENGINES } from '@countersign/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from './database.ts'
import { DatabaseUnavailable } from './errors.ts'
import { MigrationChanged, type Migrations, migrate, SchemaTooNew } from './migrate.ts'

let folder: string
let migrations: Migrations

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-migrations-'))
  migrations = { schema: 'core', folder: pathToFileURL(`${folder}/`) }
  write('0001-people.sql', 'create table core.people (name text)')
  write('0002-born.sql', 'alter table core.people add column born integer')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text)
}

describe.each(ENGINES)('migrating on %s', (engine) => {
  let database: Database

  beforeAll(async () => {
    database = await createTestDatabase(engine)
  })
  afterAll(() => database.close())
  afterEach(() => database.pool.query('drop schema core cascade'))

  test('applies the files in their order, once', async () => {
    write('0010-last.sql', 'alter table core.people add column last integer')
    expect(await migrate(database, migrations)).toEqual(['0001-people.sql', '0002-born.sql', '0010-last.sql'])
    expect(await migrate(database, migrations)).toEqual([])
    await database.sql`insert into core.people values ('Ada', 1815, 1)`
  })

  test('applies later what was added later', async () => {
    await migrate(database, migrations)
    write('0003-more.sql', 'alter table core.people add column more integer')
    expect(await migrate(database, migrations)).toEqual(['0003-more.sql'])
  })

  test('leaves alone what is not a migration', async () => {
    write('README.md', 'not sql')
    write('0003_wrong.sql', 'not sql')
    expect(await migrate(database, migrations)).toHaveLength(2)
  })

  test('refuses a file that was changed after it ran', async () => {
    await migrate(database, migrations)
    write('0001-people.sql', 'create table core.people (name text not null)')
    await expect(migrate(database, migrations)).rejects.toThrow('0001-people.sql was changed after it was applied')
  })

  test('tells a database that other files made from one that a newer program has changed', async () => {
    await migrate(database, migrations)
    write('0001-people.sql', 'create table core.people (name text, born integer)')
    rmSync(join(folder, '0002-born.sql'))
    const attempt = migrate(database, migrations)
    await expect(attempt).rejects.toThrow(MigrationChanged)
    await expect(attempt).rejects.toThrow('delete its data directory (.countersign unless DATA_DIR is set)')
  })

  test('refuses a database that a newer program has changed', async () => {
    write('0003-newer.sql', 'alter table core.people rename to persons')
    await migrate(database, migrations)
    rmSync(join(folder, '0003-newer.sql'))
    const attempt = migrate(database, migrations)
    await expect(attempt).rejects.toThrow(SchemaTooNew)
    await expect(attempt).rejects.toThrow('a newer version of Countersign (0003-newer.sql is not known here)')
  })

  test('finds its files wherever they are', async () => {
    const elsewhere = join(folder, 'my projects', 'größer, 100%')
    mkdirSync(elsewhere, { recursive: true })
    writeFileSync(join(elsewhere, '0001-people.sql'), 'create table core.people (name text)')
    expect(await migrate(database, { schema: 'core', folder: pathToFileURL(`${elsewhere}/`) })).toHaveLength(1)
  })

  test('takes back everything when a file fails, so that the former version can go on, and succeeds once it is mended', async () => {
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

describe('migrating on a server', () => {
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

  test('of several processes that start at once, one applies and the others wait for it', async () => {
    const databases = await Promise.all([1, 2, 3, 4].map(() => openHere()))
    const applied = await Promise.all(databases.map((database) => migrate(database, migrations)))
    expect(applied.map(({ length }) => length).filter((length) => length > 0)).toEqual([2])
  })

  test('takes the time that it takes, and so does waiting for another process', async () => {
    write('0003-slow.sql', 'select pg_sleep(1)')
    const databases = await Promise.all([1, 2].map(() => openHere(DEADLINE_MS)))
    const applied = await Promise.all(databases.map((database) => migrate(database, migrations)))
    expect(applied.map(({ length }) => length).filter((length) => length > 0)).toEqual([3])
    for (const { sql } of databases) await expect(sql`select pg_sleep(60)`).rejects.toThrow(DatabaseUnavailable)
  })

  test('a connection that is lost meanwhile leaves nothing half done, and the next attempt succeeds', async () => {
    const database = await openHere()
    write('0003-lost.sql', 'create table core.half (name text); select pg_terminate_backend(pg_backend_pid())')
    await expect(migrate(database, migrations)).rejects.toThrow(DatabaseUnavailable)
    write('0003-lost.sql', 'create table core.half (name text)')
    expect(await migrate(database, migrations)).toEqual(['0001-people.sql', '0002-born.sql', '0003-lost.sql'])
  })
})
