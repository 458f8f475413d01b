import { inTurn, type Run } from './connection.ts'
import type { Database } from './database.ts'

/** Names are quoted for SQL. */
export type Table = {
  readonly name: string
  readonly columns: readonly { readonly name: string; readonly type: string }[]
}

/** The digest does not depend on the order of rows. */
export type TableDigest = { readonly rows: number; readonly digest: string }

const BATCH_ROWS = 200

/** Makes written values equal everywhere. */
const PLAIN_TEXT = [
  `set local timezone = 'UTC'`,
  `set local datestyle = 'ISO, YMD'`,
  `set local intervalstyle = 'postgres'`,
  `set local bytea_output = 'hex'`,
  `set local extra_float_digits = 1`,
  // Another database is read between two statements.
  `set local idle_in_transaction_session_timeout = 0`,
]

/** Runs one transaction over tables, for as long as it takes. @throws DatabaseUnavailable */
export async function withTables<Result>(database: Database, work: (run: Run) => Promise<Result>): Promise<Result> {
  return inTurn(database, 'countersign/tables', async (run) => {
    for (const text of PLAIN_TEXT) await run({ text })
    return work(run)
  })
}

/** Tables of both schemas, referenced ones first. Excludes unlogged tables, migration records and computed columns. */
export async function listTables(run: Run): Promise<Table[]> {
  const { rows } = await run<Table>({
    text: `with recursive depths (id, depth) as (
             select oid, 0 from pg_class
              where relnamespace::regnamespace::text in ('provider', 'core')
                and relkind in ('r', 'p') and relpersistence = 'p' and relname <> 'migrations'
             union all
             select conrelid, depth + 1 from pg_constraint join depths on confrelid = id
              where contype = 'f' and conrelid <> confrelid)
           select id::regclass::text as name,
                  (select json_agg(json_build_object('name', quote_ident(attname), 'type', format_type(atttypid, atttypmod)) order by attnum)
                     from pg_attribute where attrelid = id and attnum > 0 and not attisdropped and attgenerated = '') as columns
             from depths group by id order by max(depth), name`,
  })
  return rows
}

/** Batches of rows, each a JSON array of its values as text. */
export async function* readRows(run: Run, table: Table): AsyncGenerator<readonly string[]> {
  await run({ text: `declare table_rows no scroll cursor for select ${rowOf(table)} as row from ${table.name}` })
  for (;;) {
    const { rows } = await run<{ row: string }>({ text: `fetch ${BATCH_ROWS} from table_rows` })
    if (rows.length === 0) break
    yield rows.map(({ row }) => row)
  }
  await run({ text: 'close table_rows' })
}

/** Adds rows as `readRows` gives them. */
export async function writeRows(run: Run, { name, columns }: Table, rows: readonly string[]): Promise<void> {
  const values = columns.map(({ type }, index) => `(value->>${index})::${type}`)
  await run({
    text: `insert into ${name} (${columns.map((column) => column.name).join(', ')})
           select ${values.join(', ')} from jsonb_array_elements($1::jsonb)`,
    values: [`[${rows.join(',')}]`],
  })
}

export async function digestRows(run: Run, table: Table): Promise<TableDigest> {
  const { rows } = await run<TableDigest>({
    text: `select count(*)::integer as rows,
                  coalesce(bit_xor(('x' || encode(sha256(convert_to(${rowOf(table)}, 'UTF8')), 'hex'))::bit(256))::text, '') as digest
             from ${table.name}`,
  })
  const [found] = rows
  if (!found) throw new Error(`The rows of ${table.name} were not counted.`)
  return found
}

function rowOf({ columns }: Table): string {
  return `json_build_array(${columns.map(({ name }) => `${name}::text`).join(', ')})::text`
}
