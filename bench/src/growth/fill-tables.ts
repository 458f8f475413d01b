import { execFileSync } from 'node:child_process'
import { type Database, openDatabase } from '@countersign/service/sql'
import type { MeasuredPostgres } from '../measure/durable-database.ts'

/** Tables that a flow, a refresh or an introspection reads or writes, except the few rows kept in memory. */
export const HOT_TABLES = [
  'provider.authorization_requests',
  'provider.grants',
  'provider.audit_events',
  'core.accounts',
  'core.unlock_records',
  'core.sessions',
]

/** Inclusive. A repeated number would repeat its keys. */
type Numbers = { readonly from: number; readonly to: number }

const AT_ONCE = 2
const HOUR_MS = 3_600_000
/** No foreign keys: accounts are filled apart from their rows. */
const FOR_FILLING = '-c session_replication_role=replica -c maintenance_work_mem=512MB'

type Pool = Database['pool']

/**
 * Adds copies of a flow's rows to each hot table, each with its own keys. Indexes come afterwards and nothing syncs before the
 * end: minutes instead of an hour.
 */
export async function fillTables({ url }: MeasuredPostgres, numbers: Numbers): Promise<void> {
  const databaseUrl = `${url}?options=${encodeURIComponent(FOR_FILLING)}`
  const database = await openDatabase({ databaseUrl, deadlineMs: HOUR_MS })
  const { pool } = database
  try {
    const left = [...HOT_TABLES]
    const fillNext = async (): Promise<void> => {
      for (let table = left.shift(); table; table = left.shift()) await fillTable(pool, table, numbers)
    }
    await setSync(pool, 'off')
    await Promise.all(Array.from({ length: AT_ONCE }, fillNext))
    await setSync(pool, 'on')
    await pool.query('checkpoint')
    execFileSync('sync')
  } finally {
    await database.close()
  }
}

async function setSync(pool: Pool, fsync: 'on' | 'off'): Promise<void> {
  await pool.query(`alter system set fsync = ${fsync}`)
  await pool.query('select pg_reload_conf()')
}

async function fillTable(pool: Pool, table: string, { from, to }: Numbers): Promise<void> {
  const columns = await findColumns(pool, table)
  const names = columns.map(({ name }) => name).join(', ')
  const values = columns.map(newValueOf).join(', ')
  await pool.query('update pg_index set indisready = false where indrelid = $1::regclass', [table])
  await pool.query(`insert into ${table} (${names})
                      select ${values} from (select * from ${table} limit 1) copied, generate_series(${from}, ${to}) n`)
  await pool.query(`reindex table ${table}`)
  await pool.query(`vacuum (analyze) ${table}`)
}

type Column = {
  readonly name: string
  readonly type: string
  readonly indexed: boolean
  /** Of a UUID value; version 7 is ordered by time. */
  readonly uuid_version: number | null
}

async function findColumns(pool: Pool, table: string): Promise<Column[]> {
  const { rows } = await pool.query<Column>(
    `select a.attname as name, a.atttypid::regtype::text as type,
            exists (select from pg_index i where i.indrelid = a.attrelid and a.attnum = any (i.indkey)) as indexed,
            case when value ~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' then substr(value, 15, 1)::int end as uuid_version
       from pg_attribute a, lateral (select to_jsonb(copied) ->> a.attname as value from ${table} copied limit 1) copied
      where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped
        and a.attgenerated = '' and a.attidentity = ''`,
    [table],
  )
  return rows
}

/** Keys are distributed like random ones, indexed times lie in the next month, and other values are copied. */
function newValueOf({ name, type, indexed, uuid_version }: Column): string {
  if (uuid_version !== null) return `${uuid_version === 7 ? 'uuidv7()' : 'md5(int8send(n))::uuid'}::${type}`
  if (!indexed) return name
  if (type === 'bytea') return `case when ${name} is not null then sha256(int8send(n)) end`
  return type === 'timestamp with time zone' ? `${name} + random() * interval '30 days'` : name
}
