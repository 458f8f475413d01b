import { Client } from 'pg'

const TABLES = `select format('%I.%I', schemaname, tablename) as name from pg_tables
  where schemaname in ('provider', 'core', 'public')`

/**
 * Tests empty the database that they are given. Refuses one that has tables or is not named for tests, unless told to
 * overwrite.
 */
export async function refuseUnlessForTests(url: string): Promise<void> {
  const [database] = await askServer<{ name: string }>(url, 'select current_database() as name')
  const tables = await askServer<{ name: string }>(url, TABLES)
  const name = database?.name ?? ''
  if (tables.length === 0 && name.includes('test')) return
  const why = tables[0] ? `is not empty: it has ${tables[0].name}` : 'is not named for tests'
  throw new Error(`The database "${name}" ${why}. Tests drop what is in it: say --overwrite if that may be lost.`)
}

/** Drops all that Countersign or a test creates. */
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
