import { Client } from 'pg'

const TABLES = `select format('%I.%I', schemaname, tablename) as name from pg_tables
  where schemaname in ('provider', 'core', 'public')`

/**
 * What tests may do to a database that they were given: take all of it. So one that is not named for tests, or in which
 * something is, is refused unless whoever gives it says that it may be lost.
 */
export async function refuseUnlessForTests(url: string): Promise<void> {
  const [database] = await askServer<{ name: string }>(url, 'select current_database() as name')
  const tables = await askServer<{ name: string }>(url, TABLES)
  const name = database?.name ?? ''
  if (tables.length === 0 && name.includes('test')) return
  const why = tables[0] ? `is not empty: it has ${tables[0].name}` : 'is not named for tests'
  throw new Error(`The database "${name}" ${why}. Tests drop what is in it: say --overwrite if that may be lost.`)
}

/** Takes everything out of it that Countersign or a test may have put there. */
export async function emptyDatabase(url: string): Promise<void> {
  await askServer(url, 'drop schema if exists provider, core cascade')
  for (const { name } of await askServer<{ name: string }>(url, TABLES))
    await askServer(url, `drop table ${name} cascade`)
}

/** Runs one statement on a connection of its own. */
export async function askServer<Row extends object>(url: string, statement: string): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}
