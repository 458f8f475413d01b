import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PoolClient } from 'pg'
import type { Database } from './database.ts'
import { sha256 } from './secrets.ts'

/** The numbered SQL files of one service, and the schema that only it may touch. */
export type Migrations = { readonly schema: 'provider' | 'core'; readonly folder: URL }

type Migration = { readonly name: string; readonly text: string; readonly checksum: string }

const FILE_NAME = /^\d{4}-[a-z0-9-]+\.sql$/

/**
 * Brings a schema up to date and returns the names of what was applied. Forward only, each file in its own
 * transaction; processes that start together wait for one another. A file that was changed after it ran is refused.
 */
export async function migrate(database: Database, migrations: Migrations): Promise<string[]> {
  const client = await database.pool.connect()
  try {
    await client.query('select pg_advisory_lock(hashtext($1))', [`countersign/${migrations.schema}`])
    return await applyPending(client, migrations)
  } finally {
    await client.query('select pg_advisory_unlock_all()')
    client.release()
  }
}

async function applyPending(client: PoolClient, { schema, folder }: Migrations): Promise<string[]> {
  await client.query(`create schema if not exists ${schema}`)
  await client.query(
    `create table if not exists ${schema}.migrations (
       name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
  )
  const { rows } = await client.query<{ name: string; checksum: string }>(
    `select name, checksum from ${schema}.migrations`,
  )
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]))
  const pending = readMigrations(folder).filter((migration) => !wasApplied(migration, applied))
  for (const migration of pending) await apply(client, schema, migration)
  return pending.map(({ name }) => name)
}

function readMigrations(folder: URL): Migration[] {
  return readdirSync(folder)
    .filter((name) => FILE_NAME.test(name))
    .toSorted()
    .map((name) => {
      const text = readFileSync(join(folder.pathname, name), 'utf8')
      return { name, text, checksum: sha256(text).toString('hex') }
    })
}

function wasApplied({ name, checksum }: Migration, applied: ReadonlyMap<string, string>): boolean {
  const known = applied.get(name)
  if (known !== undefined && known !== checksum) {
    throw new Error(`The migration ${name} was changed after it was applied. Restore the file and write a new one.`)
  }
  return known !== undefined
}

async function apply(client: PoolClient, schema: string, { name, text, checksum }: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(text)
    await client.query(`insert into ${schema}.migrations (name, checksum) values ($1, $2)`, [name, checksum])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`The migration ${name} failed.`, { cause: error })
  }
}
