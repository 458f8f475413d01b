import { cpSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Database, findMissingRights, migrate, openDatabase } from '@countersign/service/sql'
import {
  byServingRole,
  createServerDatabase,
  hasOwnServer,
  startBeforeAll,
  temporaryFolder,
} from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { runCommand, startQuietly } from '../test/command-line.ts'
import { COMPONENTS, migrationsOf, schemasOf } from './components.ts'
import { generateSecrets } from './secrets.ts'

const ROLE = 'countersign_serving'

describe.runIf(hasOwnServer)('a role without', () => {
  const system = startBeforeAll(async () => {
    const { url, drop } = await createServerDatabase(...migrationsOf(COMPONENTS))
    const env = { DATABASE_URL: await byServingRole(url), ...(await generateSecrets()) }
    const server = await startQuietly(env, 'provider', 'core')
    const owner = await openDatabase({ databaseUrl: url })
    const close = async () => {
      await Promise.all([server.close(), owner.close()])
      await drop()
    }
    return { url, env, server, owner, close }
  })
  const findUnready = async () => {
    const { checks } = await (await fetch(`${system.server.url}/health/ready`)).json()
    return Object.keys(checks).filter((name) => checks[name] !== 'ok')
  }

  test.each([
    ['select', 'table provider.suspensions'],
    ['insert', 'table core.sessions'],
    ['update', 'table provider.grants'],
    ['delete', 'table provider.client_access_tokens'],
    ['select', 'table core.migrations'],
    ['usage', 'schema core'],
  ])('%s on %s is not ready, and serve and doctor refuse it until migrate grants it', async (right, object) => {
    const { url, env, owner } = system
    await owner.pool.query(`revoke ${right} on ${object} from ${ROLE}, public`)
    await expect.poll(findUnready).toContain('rights')
    const lacks = `lacks ${right} on ${object}. With the role that owns the tables, or as a superuser, run: countersign migrate --grant-to ${ROLE}`
    await expect(startQuietly(env, 'provider', 'core')).rejects.toThrow(lacks)
    const doctor = await runCommand(['doctor'], env)
    expect(doctor.said).toContain(`- role is refused. The role ${ROLE} may not serve: it ${lacks}`)
    expect(doctor.complaint).toMatch(/^To be mended: .*role/)
    expect(await runCommand(['migrate'], { DATABASE_URL: url })).toMatchObject({ code: 0 })
    await expect.poll(findUnready).toEqual([])
  })

  test('is answered 503, and the log names the table', async () => {
    await system.owner.pool.query(`revoke select on provider.clients from ${ROLE}`)
    const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: 'app', client_secret: 'secret' })
    const answer = await fetch(`${system.server.url}/oauth/token/`, { method: 'POST', body })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
    const words = /refused a right to the role.*migrate --grant-to.*It says: permission denied for table clients/
    expect((await runCommand(['clients', 'list'], system.env)).complaint).toMatch(words)
  })

  test('is left out by a migrate that may not grant it, which says so and fails', async () => {
    await system.owner.pool.query(`revoke select on provider.clients from ${ROLE}`)
    const { code, complaint } = await runCommand(['migrate'], system.env)
    expect([code, complaint]).toEqual([1, expect.stringContaining('lacks select on table provider.clients')])
  })
})

const all = temporaryFolder()

/** Applies one migration more, which adds a table and a function to each schema. */
async function migrateFurther(database: Database): Promise<void> {
  for (const migrations of migrationsOf(COMPONENTS)) {
    const folder = mkdtempSync(join(all, 'migrations-'))
    cpSync(migrations.folder, folder, { recursive: true })
    const text = `create table ${migrations.schema}.later (id integer primary key);
      create function ${migrations.schema}.count_later() returns integer language sql as 'select 1'`
    writeFileSync(join(folder, '9999-later.sql'), text)
    await migrate(database, { ...migrations, folder: pathToFileURL(`${folder}/`) })
  }
}

test.runIf(hasOwnServer)('a serving role may use what another role than the first one migrates', async () => {
  const { url, drop } = await createServerDatabase(...migrationsOf(COMPONENTS))
  const database = await openDatabase({ databaseUrl: url })
  const serving = await openDatabase({ databaseUrl: await byServingRole(url) })
  // As for tables of a role that set no default privileges.
  await database.pool.query(`alter default privileges in schema core, provider revoke all on tables from ${ROLE}`)
  await database.pool.query(`alter default privileges in schema core, provider revoke all on functions from ${ROLE}`)
  await migrateFurther(database)
  expect(await findMissingRights(serving, schemasOf(COMPONENTS))).toBeUndefined()
  expect(await serving.sql`select core.count_later() from core.later`).toEqual([])
  await Promise.all([database.close(), serving.close()])
  await drop()
})

test.runIf(hasOwnServer)('a role that may only read, or write to one table, is given no more by migrate', async () => {
  const { url, drop } = await createServerDatabase(...migrationsOf(COMPONENTS))
  const database = await openDatabase({ databaseUrl: url })
  await database.pool.query(`do $$ begin create role countersign_serving; exception when others then null; end $$`)
  await database.pool.query(`grant select on all tables in schema provider to ${ROLE}`)
  await database.pool.query(`grant insert, update, delete on provider.initial_access_tokens to ${ROLE}`)
  await migrateFurther(database)
  const [row] = await database.sql`select has_table_privilege(${ROLE}, 'provider.later', 'select') as reads`
  expect(row).toEqual({ reads: false })
  await database.close()
  await drop()
})
