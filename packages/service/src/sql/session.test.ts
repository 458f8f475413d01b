import { randomUUID } from 'node:crypto'
import {
  causeOfUnavailable,
  closeAfterTest,
  copyEmptyDatabase,
  createTestDatabase,
  databaseForTest,
  ENGINES,
  hasOwnServer,
  startBeforeAll,
  temporaryFolder,
} from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { COLUMN_VALUES } from './column-values.ts'
import { type Database, openDatabase } from './database.ts'
import type { Sql } from './sql.ts'

const folder = temporaryFolder()

/** Each changes what a statement does, or how its answer is written. */
const UNUSUAL = {
  array_nulls: 'off',
  bytea_output: 'escape',
  client_encoding: 'LATIN1',
  datestyle: 'SQL, DMY',
  default_transaction_isolation: "'repeatable read'",
  exit_on_error: 'on',
  extra_float_digits: '-15',
  intervalstyle: 'iso_8601',
  lock_timeout: "'1ms'",
  quote_all_identifiers: 'on',
  row_security: 'on',
  search_path: 'other, pg_catalog',
  standard_conforming_strings: 'off',
  timezone: "'America/St_Johns'",
  transform_null_equals: 'on',
}

const readSettings = (sql: Sql) => sql<{ name: string; setting: string }>`
  select lower(name) as name, setting from pg_settings where lower(name) = any(${Object.keys(UNUSUAL)}) order by 1`

async function alterDefaults({ pool }: Database, settings: Readonly<Record<string, string>>): Promise<void> {
  const { rows } = await pool.query('select quote_ident(current_database()) as name')
  for (const [name, value] of Object.entries(settings)) {
    await pool.query(`alter database ${rows[0].name} set ${name} to ${value}`)
  }
}

describe.each(ENGINES)('a session on the %s database', (engine) => {
  const open = async (place: string) =>
    closeAfterTest(
      await openDatabase(
        engine === 'embedded' ? { dataDirectory: copyEmptyDatabase(place) } : { databaseUrl: await databaseForTest() },
      ),
    )

  test('has the same settings whatever the defaults of its database', async () => {
    const place = `${folder}/${engine}`
    const usual = await open(place)
    const settings = await readSettings(usual.sql)
    expect(settings).toHaveLength(Object.keys(UNUSUAL).length)
    await alterDefaults(usual, UNUSUAL)
    const { connectionString: databaseUrl } = usual.pool.options
    await usual.close()
    const unusual = closeAfterTest(
      await openDatabase(engine === 'embedded' ? { dataDirectory: place } : { databaseUrl }),
    )
    expect(await readSettings(unusual.sql)).toEqual(settings)
  })

  const database = startBeforeAll(() => createTestDatabase(engine))

  test('fails a statement whose answer it cannot read, instead of reading null', async () => {
    const attempt = database.sql.transaction(async (sql) => {
      await sql`set local datestyle to 'German'`
      return sql`select now() as ends_at`
    })
    await expect(attempt).rejects.toThrow('in a form that is not understood')
  })

  test('is unavailable once a conflict outlives its retry', async () => {
    let attempts = 0
    const attempt = database.sql.transaction(async (sql) => {
      attempts += 1
      await sql`do $$ begin raise exception using errcode = 'serialization_failure'; end $$`
    })
    expect(await causeOfUnavailable(attempt)).toMatchObject({ code: '40001' })
    expect(attempts).toBe(2)
  })
})

test.each([
  [16, 'yes'],
  [23, ''],
  [701, 'NaN'],
  [1082, '03.02.2026'],
  [1114, '02/03/2026 04:05:06'],
  [1184, 'Tue Feb 03 04:05:06 2026 UTC'],
  [1184, 'infinity'],
  [1185, '{"03.02.2026 04:05:06 UTC",NULL}'],
])('a value of type %i written as "%s" is an error', (type, text) => {
  expect(() => COLUMN_VALUES.getTypeParser(type)(text)).toThrow('in a form that is not understood')
})

describe.runIf(hasOwnServer)('a database that cannot be used', () => {
  test('for its encoding is refused before the first migration', async () => {
    const databaseUrl = await databaseForTest()
    const owner = closeAfterTest(await openDatabase({ databaseUrl }))
    const name = `latin_${randomUUID().replaceAll('-', '')}`
    await owner.pool.query(`create database ${name} encoding 'LATIN1' template template0`)
    const { sql, close } = await openDatabase({ databaseUrl: databaseUrl.replace(/[^/]+$/, name) })
    await expect(sql`select 1`).rejects.toThrow(/latin_\w+ has the encoding LATIN1.*encoding 'UTF8'/)
    await close()
    await owner.pool.query(`drop database ${name}`)
  })

  test('because it skips foreign keys is refused, with the setting to reset', async () => {
    const databaseUrl = await databaseForTest()
    const owner = closeAfterTest(await openDatabase({ databaseUrl }))
    await alterDefaults(owner, { session_replication_role: 'replica' })
    const { sql } = closeAfterTest(await openDatabase({ databaseUrl }))
    await expect(sql`select 1`).rejects.toThrow('reset session_replication_role')
  })
})
