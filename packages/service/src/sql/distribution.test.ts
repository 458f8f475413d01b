import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { closeAfterTest, createTestDatabase } from '@countersign/testing'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import type { Database } from './database.ts'
import { type Distribution, distribute, findCluster } from './distribution.ts'
import { type Migrations, migrate } from './migrate.ts'

const hasCluster = inject('hasCluster')

test.runIf(!hasCluster)('distribution: a database without the extension is no cluster', async () => {
  const database = closeAfterTest(await createTestDatabase('postgresql'))
  expect(await findCluster(database.sql)).toBeUndefined()
})

const whether = hasCluster ? '' : ' (not run: no cluster was given by --database-url)'

describe.runIf(hasCluster)(`on a cluster${whether}`, () => {
  const first: Distribution = {
    reference: ['core.kinds'],
    local: ['core.migrations'],
    distributed: [
      { table: 'core.people', column: 'id' },
      { table: 'core.notes', column: 'person', colocatedWith: 'core.people' },
    ],
  }
  let database: Database
  let folder: string
  const migrationsWith = (distribution: Distribution): Migrations => ({
    schema: 'core',
    folder: pathToFileURL(`${folder}/`),
    distribution,
  })
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text)
  const findSpread = async () => [...((await findCluster(database.sql))?.spread ?? [])].toSorted()

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'countersign-distribution-'))
    write('0001-kinds.sql', 'create table core.kinds (kind text primary key)')
    write('0002-people.sql', 'create table core.people (id integer primary key)')
    write(
      '0003-notes.sql',
      `create table core.notes (person integer references core.people on delete cascade, note text, primary key (person, note));
       insert into core.people select generate_series(1, 100); insert into core.notes select id, 'n' from core.people`,
    )
    database = await createTestDatabase('postgresql')
    await migrate(database, migrationsWith(first))
  })
  afterEach(async () => {
    await database.close()
    rmSync(folder, { recursive: true })
  })

  test('tables are spread with their rows, once, and their foreign keys hold', async () => {
    expect(await findSpread()).toEqual([])
    expect(await distribute(database, first)).toEqual(['core.kinds', 'core.migrations', 'core.people', 'core.notes'])
    expect(await distribute(database, first)).toEqual([])
    expect(await findSpread()).toEqual(['core.kinds', 'core.migrations', 'core.notes', 'core.people'])
    await database.sql`delete from core.people where id > 10`
    expect(await database.sql`select count(*)::int as count from core.notes`).toEqual([{ count: 10 }])
  })

  test('of several processes that spread at once, one does and the others wait for it', async () => {
    const spread = await Promise.all([distribute(database, first), distribute(database, first)])
    expect(new Set(spread.map(({ length }) => length))).toEqual(new Set([0, 4]))
  })

  test('a table that a later migration adds is spread by it, if the others are', async () => {
    const later = { ...first, distributed: [...first.distributed, { table: 'core.later', column: 'id' }] }
    await distribute(database, first)
    write('0004-later.sql', 'create table core.later (id integer primary key)')
    await migrate(database, migrationsWith(later))
    expect(await findSpread()).toContain('core.later')
  })

  test('where one cannot be spread, none is', async () => {
    const wrong = { ...first, distributed: [...first.distributed, { table: 'core.notes', column: 'nothing' }] }
    await expect(distribute(database, wrong)).rejects.toThrow()
    expect(await findSpread()).toEqual([])
  })
})
