import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createServerDatabase, createTestDatabase, ENGINES } from '@countersign/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from './database.ts'
import { type Migrations, migrate } from './migrate.ts'

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

  test('takes back all of a file that fails, keeps the ones before it, and can go on', async () => {
    write('0003-broken.sql', 'create table core.half (name text); select * from core.nothing')
    await expect(migrate(database, migrations)).rejects.toThrow('0003-broken.sql failed')
    const [half] = await database.sql<{ there: boolean }>`select to_regclass('core.half') is not null as there`
    expect(half?.there).toBe(false)
    write('0003-broken.sql', 'create table core.half (name text)')
    expect(await migrate(database, migrations)).toEqual(['0003-broken.sql'])
  })
})

test('of several processes that start at once, one applies and the others wait for it', async () => {
  const { url, drop } = await createServerDatabase()
  const databases = await Promise.all([1, 2, 3, 4].map(() => openDatabase({ databaseUrl: url })))
  const applied = await Promise.all(databases.map((database) => migrate(database, migrations)))
  expect(applied.map(({ length }) => length).filter((length) => length > 0)).toEqual([2])
  await Promise.all(databases.map((database) => database.close()))
  await drop()
})
