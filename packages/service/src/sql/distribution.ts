import { inTurn, type Run } from './connection.ts'
import type { Database } from './database.ts'
import type { Sql } from './sql.ts'

/**
 * How a service's tables are spread over a distributed PostgreSQL. Names include the schema; a table stands before those that
 * refer to it or are colocated with it. Limit counts are not spread: key order must stay their lock order.
 */
export type Distribution = {
  /** Small tables that every machine has a copy of; distributed first. */
  readonly reference: readonly string[]
  readonly distributed: readonly DistributedTable[]
}

type DistributedTable = {
  readonly table: string
  /** The distribution column, part of every unique key of the table. */
  readonly column: string
  /** The table whose rows of the same value lie on the same machine. */
  readonly colocatedWith?: string
}

/** State of a distributed database. */
export type Cluster = {
  /** Of the Citus extension. */
  readonly version: string
  /** How many machines hold rows. */
  readonly machines: number
  /** Distributed tables, with schema. */
  readonly tables: ReadonlySet<string>
}

/** The distributed database's state; undefined for a single-machine PostgreSQL or the embedded database. */
export async function findCluster(sql: Sql): Promise<Cluster | undefined> {
  const [extension] = await sql<{ version: string }>`
    select extversion as version from pg_extension where extname = 'citus'`
  if (!extension) return undefined
  const [row] = await sql<{ machines: number; tables: string[] }>`
    select (select count(*)::int from pg_dist_node where isactive and shouldhaveshards) as machines,
           array(select format('%s.%s', relnamespace::regnamespace, relname)
                   from pg_dist_partition join pg_class on pg_class.oid = logicalrelid) as tables`
  return { ...extension, machines: row?.machines ?? 0, tables: new Set(row?.tables) }
}

export function tablesOf({ reference, distributed }: Distribution): string[] {
  return [...reference, ...distributed.map(({ table }) => table)]
}

/**
 * Distributes the remaining tables with their rows, all or none; returns their names. Requires `findCluster` to find a cluster.
 * @throws DatabaseUnavailable
 */
export async function distribute(database: Database, distribution: Distribution): Promise<string[]> {
  return inTurn(database, 'countersign/distribution', (run) => spreadTables(run, distribution))
}

/** Distributes tables that a migration has added; does nothing where no table is distributed. */
export async function spreadNewTables(run: Run, distribution: Distribution): Promise<void> {
  const { rows } = await run({ text: `select 1 from pg_extension where extname = 'citus'` })
  if (rows.length > 0 && (await findSpread(run, tablesOf(distribution))).size > 0) await spreadTables(run, distribution)
}

async function spreadTables(run: Run, distribution: Distribution): Promise<string[]> {
  const tables = tablesOf(distribution)
  const spread = await findSpread(run, tables)
  for (const table of distribution.reference) {
    if (!spread.has(table)) await run({ text: 'select create_reference_table($1)', values: [table] })
  }
  for (const { table, column, colocatedWith = 'none' } of distribution.distributed) {
    const values = [table, column, colocatedWith]
    const text = 'select create_distributed_table($1, $2, colocate_with => $3)'
    if (!spread.has(table)) await run({ text, values })
  }
  return tables.filter((table) => !spread.has(table))
}

async function findSpread(run: Run, tables: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await run<{ name: string }>({
    text: `select name from unnest($1::text[]) as name
            where exists (select from pg_dist_partition where logicalrelid = name::regclass)`,
    values: [tables],
  })
  return new Set(rows.map(({ name }) => name))
}
