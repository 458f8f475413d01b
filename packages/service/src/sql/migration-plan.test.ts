import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createTestDatabase, startBeforeAll, temporaryFolder } from '@countersign/testing'
import { afterEach, describe, expect, test } from 'vitest'
import type { Migrations } from './migrate.ts'
import { describeMigrations } from './migration-plan.ts'

const FIRST = `
  create table core.people (name text primary key, born integer, town text not null default 'Bern', kept integer not null);
  create table core.pets (owner text references core.people);
  create table core.pets2 (name text primary key, town text);
  create unique index pets2_town on core.pets2 (lower(town)) where town is not null;
  create function core.age(born integer, out age integer) language sql as 'select 2026 - born'`
const NAME = '0002-next.sql'

describe('the effect of a migration', () => {
  const folder = temporaryFolder()
  const migrations: Migrations = { schema: 'core', folder: pathToFileURL(`${folder}/`) }
  writeFileSync(join(folder, '0001-first.sql'), FIRST)
  const scratch = startBeforeAll(() => createTestDatabase('postgresql'))
  afterEach(() => scratch.pool.query('drop schema core cascade'))

  async function describeNext(text: string) {
    writeFileSync(join(folder, NAME), text)
    const [effect] = await describeMigrations(scratch, migrations, new Set([NAME]))
    return effect
  }

  test.each([
    ['create table core.toys (toy text not null unique)', []],
    ['alter table core.people add column more text', ['core.people: reads and writes']],
    ['alter table core.people add column more text not null default $$ $$', ['core.people: reads and writes']],
    ['alter table core.people alter column kept drop not null', ['core.people: reads and writes']],
    ['alter table core.people alter column kept set default 1', ['core.people: reads and writes']],
    ['create index people_born on core.people (born)', ['core.people: writes']],
    ['drop index if exists core.nothing; update core.people set born = 1', []],
    ['create table core.toys (pet text references core.people)', ['core.people: writes']],
    ["create or replace function core.age(born integer, out age integer) language sql as 'select 3000 - born'", []],
  ])('%s is an expansion', async (text, locks) => {
    const effect = await describeNext(text)
    expect(effect?.breaks).toEqual([])
    expect(effect?.locks.map(({ table, blocks }) => `${table}: ${blocks}`)).toEqual(locks)
  })

  test.each([
    ['drop table core.pets', 'core.pets loses the table'],
    ['alter table core.pets rename to animals', 'core.pets loses the table'],
    ['alter table core.people drop column born', 'core.people loses born as integer'],
    ['alter table core.people alter column born type bigint', 'core.people loses born as integer'],
    ['alter table core.people drop constraint people_pkey cascade', 'core.people loses rows that are unique by name'],
    ['drop index core.pets2_town', 'core.pets2 loses rows that are unique by lower(town) where (town IS NOT NULL)'],
    ['alter table core.people add column more text not null', 'core.people needs a value of more'],
    ['alter table core.people alter column town drop default', 'core.people needs a value of town'],
    ['alter table core.people alter column born set not null', 'core.people newly demands born is not null'],
    ['alter table core.people add check (born > 0)', 'core.people newly demands CHECK ((born > 0))'],
    ['alter table core.people add unique (born)', 'core.people newly demands UNIQUE (born)'],
    ['create unique index people_born on core.people (born)', 'core.people newly demands CREATE UNIQUE INDEX'],
    ['alter table core.pets add foreign key (owner) references core.pets2', 'core.pets newly demands FOREIGN KEY'],
  ])('%s is no expansion', async (text, sentence) => {
    const effect = await describeNext(text)
    expect(effect?.breaks.join()).toContain(sentence)
    expect(effect?.locks).not.toEqual([])
  })

  test.each([
    'drop function core.age',
    'alter function core.age rename to years',
    "drop function core.age; create function core.age(since integer, out age integer) language sql as 'select since'",
    "drop function core.age; create function core.age(born integer, out age bigint) language sql as 'select 1::bigint'",
  ])('%s is no expansion', async (text) => {
    const effect = await describeNext(text)
    expect(effect?.breaks).toEqual([
      'core.age loses the function of (born integer, OUT age integer) that returns integer',
    ])
  })
})
