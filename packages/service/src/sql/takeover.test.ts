import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  closeAfterTest,
  createServerDatabase,
  createTestDatabase,
  ENGINES,
  startBeforeAll,
  temporaryFolder,
} from '@countersign/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isOlder, VERSION } from '../settings/version.ts'
import { openDatabase } from './database.ts'
import { findPending, listApplied, type Migrations, migrate, readMigrations, schemaCheck } from './migrate.ts'
import { planMigrations } from './migration-plan.ts'
import { DatabaseTooOld, digestOfMigrations } from './takeover.ts'

const all = temporaryFolder()
const BASELINE = '0001-baseline.sql'
let former: Migrations
let migrations: Migrations

function write({ folder }: Migrations, name: string, text: string): void {
  writeFileSync(new URL(name, folder), text)
}

function makeFolder(): Migrations {
  return { schema: 'core', folder: pathToFileURL(`${mkdtempSync(join(all, 'migrations-'))}/`) }
}

function writeTakeover(text: string): void {
  const digest = digestOfMigrations(readMigrations(former.folder))
  write(migrations, 'takeover.sql', `-- takes over: ${digest}\n${text}`)
}

beforeEach(() => {
  ;[former, migrations] = [makeFolder(), makeFolder()]
  write(former, '0001-people.sql', 'create table core.people (name text)')
  write(former, '0002-born.sql', 'alter table core.people add column born integer')
  write(migrations, BASELINE, 'create table core.people (year integer, name text)')
  writeTakeover('alter table core.people rename born to year')
})

describe.each(ENGINES)('a former database on %s', (engine) => {
  const database = startBeforeAll(() => createTestDatabase(engine))
  beforeEach(async () => {
    await migrate(database, former)
    await database.pool.query(`insert into core.people values ('Ada', 1815)`)
  })
  afterEach(() => database.pool.query('drop schema core cascade'))

  const readPeople = async () => (await database.pool.query('select * from core.people')).rows
  const readPending = async () =>
    findPending(await listApplied(database, migrations), readMigrations(migrations.folder))

  test('is taken over with its rows, once, and has later files applied too', async () => {
    write(migrations, '0002-town.sql', `alter table core.people add column town text default 'London'`)
    expect(await migrate(database, migrations)).toEqual([BASELINE, '0002-town.sql'])
    expect(await readPeople()).toEqual([{ name: 'Ada', year: 1815, town: 'London' }])
    expect(await migrate(database, migrations)).toEqual([])
  })

  test("has a new database's record, which former programs refuse", async () => {
    await migrate(database, migrations)
    const taken = await listApplied(database, migrations)
    await database.pool.query('drop schema core cascade')
    await migrate(database, migrations)
    expect(await listApplied(database, migrations)).toEqual(taken)
    expect(taken).toMatchObject([{ name: BASELINE, program: VERSION }])
    // Refused as too new by what they compare.
    expect(isOlder('0.1.0', taken[0]?.needs_version ?? '')).toBe(true)
  })

  test('goes on with this version when the takeover file is gone', async () => {
    await migrate(database, migrations)
    rmSync(new URL('takeover.sql', migrations.folder))
    expect(await migrate(database, migrations)).toEqual([])
  })

  test('is unchanged when the takeover fails, and taken over once that is mended', async () => {
    writeTakeover('alter table core.people rename born to year; select * from core.nothing')
    await expect(migrate(database, migrations)).rejects.toThrow('takeover.sql failed')
    expect(await readPeople()).toEqual([{ name: 'Ada', born: 1815 }])
    expect(await migrate(database, former)).toEqual([])
    writeTakeover('alter table core.people rename born to year')
    expect(await migrate(database, migrations)).toEqual([BASELINE])
  })

  test.each([
    ['an earlier', `delete from core.migrations where name = '0002-born.sql'`],
    ['an edited', `update core.migrations set checksum = 'x' where name = '0001-people.sql'`],
    ['a later', `insert into core.migrations (name, checksum) values ('0003-later.sql', 'x')`],
    [
      'a far earlier',
      `alter table core.migrations drop column program, drop column needs_version;
       delete from core.migrations where name = '0002-born.sql'`,
    ],
  ])('is refused in %s state, with what to do, and unchanged', async (_state, change) => {
    await database.pool.query(change)
    const records = await listApplied(database, migrations)
    const attempt = migrate(database, migrations)
    await expect(attempt).rejects.toThrow(DatabaseTooOld)
    await expect(attempt).rejects.toThrow(
      'only those of commit daf162d2 are taken over. Nothing was changed. To keep the data, run countersign migrate of that commit on it, then this version. To begin anew, delete its data directory',
    )
    expect(await readPeople()).toEqual([{ name: 'Ada', born: 1815 }])
    expect(await listApplied(database, migrations)).toEqual(records)
  })

  test('is refused without a takeover file', async () => {
    rmSync(new URL('takeover.sql', migrations.folder))
    await expect(readPending()).rejects.toThrow(DatabaseTooOld)
  })

  test('is ready only afterwards, and then not for the former version', async () => {
    await expect(schemaCheck(database, [migrations]).check()).rejects.toThrow(`The database lacks ${BASELINE}`)
    await migrate(database, migrations)
    await schemaCheck(database, [migrations]).check()
    await expect(schemaCheck(database, [former]).check()).rejects.toThrow()
  })

  test('is told of the takeover before, and of later files by their effects', async () => {
    write(migrations, '0002-town.sql', 'alter table core.people add column town text')
    const scratch = closeAfterTest(await createTestDatabase('embedded'))
    const effects = await planMigrations(database, migrations, async () => scratch)
    expect(effects).toMatchObject([
      { name: BASELINE, isTakeover: true },
      { name: '0002-town.sql', isTakeover: false, locks: [{ table: 'core.people' }] },
    ])
    expect(await readPeople()).toEqual([{ name: 'Ada', born: 1815 }])
  })
})

test('of two processes that take a database over at once, one does and the other waits', async () => {
  const { url, drop } = await createServerDatabase(former)
  writeTakeover('alter table core.people rename born to year; select pg_sleep(1)')
  const databases = await Promise.all([1, 2].map(() => openDatabase({ databaseUrl: url })))
  const applied = await Promise.all(databases.map((database) => migrate(database, migrations)))
  expect(applied.flat()).toEqual([BASELINE])
  await Promise.all(databases.map((database) => database.close()))
  await drop()
})
