import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { coreMigrations } from '@countersign/core'
import { providerMigrations } from '@countersign/provider'
import {
  type Database,
  digestRows,
  FORMER_COMMIT,
  listTables,
  type Migrations,
  migrate,
  withTables,
} from '@countersign/service/sql'
import { closeAfterTest, createServerDatabase, createTestDatabase, ENGINES, startBeforeAll } from '@countersign/testing'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { runCommand } from '../support/serve.ts'
import { checkOutRelease, isAncestor } from './previous-release.ts'

/** Sorted facts of tables, columns, constraints, indexes, functions and triggers; two equal schemas have the same. */
const CATALOGUE = `
  with tables as (
    select oid, relname as name, relkind, relpersistence, reloptions, relreplident from pg_class
     where relnamespace = $1::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S'))
  select concat_ws(' ', name, relkind, relpersistence, reloptions, relreplident, obj_description(oid)) as fact from tables
  union all
  select concat_ws(' ', name, attname, format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated, attstorage,
                   attcompression, attcollation, col_description(attrelid, attnum), pg_get_expr(adbin, adrelid))
    from tables join pg_attribute on attrelid = oid left join pg_attrdef on adrelid = attrelid and adnum = attnum
   where attnum > 0 and not attisdropped
  union all
  select concat_ws(' ', name, conname, convalidated, condeferrable, pg_get_constraintdef(c.oid))
    from tables join pg_constraint c on conrelid = tables.oid
  union all
  select concat_ws(' ', name, pg_get_indexdef(indexrelid), reloptions) from tables join pg_index on indrelid = oid
  union all
  select concat_ws(' ', name, pg_get_triggerdef(t.oid)) from tables join pg_trigger t on tgrelid = tables.oid where not tgisinternal
  union all
  select pg_get_functiondef(oid) from pg_proc where pronamespace = $1::regnamespace
  union all
  select typname from pg_type where typnamespace = $1::regnamespace and typtype in ('d', 'e', 'r')`

async function describeCatalogue({ pool }: Database, schema: string): Promise<readonly string[]> {
  const { rows } = await pool.query<{ fact: string }>(CATALOGUE, [schema])
  return rows.map(({ fact }) => fact).toSorted()
}

/** People with vaults, a session and a password, an app and a grant. */
async function fill({ pool }: Database): Promise<void> {
  await pool.query(`insert into core.accounts (user_id) select gen_random_uuid() from generate_series(1, 50)`)
  await pool.query(`insert into core.vaults (user_id, vault_id, gen, etag, head)
    select user_id, 'vault', 9007199254740993, '"1"', '{"gen": 1.10}' from core.accounts`)
  await pool.query(`insert into core.vault_items (user_id, item_id, gen, record)
    select user_id, gen_random_uuid(), 1, '{"ct": "AAAA"}' from core.vaults`)
  await pool.query(`insert into core.sessions (user_id, token_sha256, session_id, scope, method_id, idle_expires_at, absolute_expires_at)
    select user_id, sha256(user_id::text::bytea), gen_random_uuid(), 'full', gen_random_uuid(), 'infinity', 'infinity' from core.accounts`)
  await pool.query(`insert into core.passwords (credential_identifier, user_id, unlock_id, registration_record)
    select user_id::text, user_id, gen_random_uuid(), 'record' from core.accounts`)
  await pool.query(`insert into provider.clients (client_id, name, description, redirect_uris, scopes, token_endpoint_auth_method, require_pkce, id_token_signed_response_alg)
    values ('app', 'App', '', array['https://app.example'], '[]', 'none', true, 'ES256')`)
  await pool.query(`insert into provider.grants (grant_id, client_id, user_id, scopes, refresh_token_expires_at, leaves_at, refresh_token_hash, access_token_hash)
    select gen_random_uuid(), 'app', user_id, array['openid'], 'infinity', 'infinity', sha256(user_id::text::bytea), '' from core.accounts`)
}

async function digestKept(database: Database) {
  const digests = await withTables(database, async (run) => {
    const found = []
    for (const table of await listTables(run)) {
      if (table.name.startsWith('core.')) found.push({ name: table.name, ...(await digestRows(run, table)) })
    }
    return found
  })
  const grants = await database.sql`
    select grant_id, client_id, user_id, scopes, created_at from provider.grants order by 1`
  const clients = await database.sql`
    select client_id, name, redirect_uris, scopes, token_endpoint_auth_method, created_at from provider.clients`
  return { digests, grants, clients }
}

const REPOSITORY = join(import.meta.dirname, '..', '..')
const SERVICES = [providerMigrations, coreMigrations]
const FOLDERS = SERVICES.map(({ schema }) => `services/${schema}/migrations/`)
const former = isAncestor(FORMER_COMMIT) ? checkOutRelease(FORMER_COMMIT, ...FOLDERS) : undefined
afterAll(() => former?.remove())

function formerOf({ schema }: Migrations): Migrations {
  return { schema, folder: pathToFileURL(join(former?.folder ?? '', `services/${schema}/migrations/`)) }
}

describe.runIf(former)(`tables of commit ${FORMER_COMMIT} (needs the whole git history)`, () => {
  test('are told of by migrate --plan and by doctor', async () => {
    const { url, drop } = await createServerDatabase(...SERVICES.map(formerOf))
    onTestFinished(drop)
    const run = (...command: readonly string[]) => runCommand(REPOSITORY, { DATABASE_URL: url }, ...command)
    expect(await run('migrate', '--plan')).toMatch(
      /^provider\/0001-baseline\.sql\n {2}Takes over .*stop every one first.*\n[\s\S]*^core\/0001-baseline\.sql\n {2}Takes over /m,
    )
    const lacking = /lacks provider\/0001-baseline\.sql, .*core\/0001-baseline\.sql.*\. Run: countersign migrate\n/
    await expect(run('doctor')).rejects.toMatchObject({ code: 1, stdout: expect.stringMatching(lacking) })
  })

  describe.each(ENGINES)('on %s', (engine) => {
    const taken = startBeforeAll(async () => {
      const database = await createTestDatabase(engine, ...SERVICES.map(formerOf))
      await fill(database)
      const before = await digestKept(database)
      const applied = []
      for (const migrations of SERVICES) applied.push(await migrate(database, migrations))
      return { database, before, applied, close: database.close }
    })

    test('are taken over with their rows', async () => {
      const { database, before, applied } = taken
      expect(applied.map(([first]) => first)).toEqual(['0001-baseline.sql', '0001-baseline.sql'])
      const { digests, ...rows } = await digestKept(database)
      const isFormer = ({ name }: { readonly name: string }) => before.digests.some((each) => each.name === name)
      expect({ digests: digests.filter(isFormer), ...rows }).toEqual(before)
      expect(before.grants).toHaveLength(50)
      expect(before.digests).toContainEqual(expect.objectContaining({ name: 'core.sessions', rows: 50 }))
    })

    test.each(SERVICES)('become those of a new database: $schema', async (migrations) => {
      const facts = await describeCatalogue(taken.database, migrations.schema)
      const fresh = closeAfterTest(await createTestDatabase(engine, migrations))
      expect(facts).toEqual(await describeCatalogue(fresh, migrations.schema))
      expect(facts.length).toBeGreaterThan(100)
    })
  })
})
