import { inTurn, type Run } from './connection.ts'
import type { Database } from './database.ts'
import type { Sql } from './sql.ts'

/**
 * Tables by schema-qualified name, each before those that refer to it or are colocated with it.
 */
export type Distribution = {
  /** Copied to every machine; distributed first. */
  readonly reference: readonly string[]
  /** Stay on the coordinator, and can be read and written from every machine. */
  readonly local?: readonly string[]
  /** `column` is part of every unique key; rows of equal values lie with those of `colocatedWith`. */
  readonly distributed: readonly { readonly table: string; readonly column: string; readonly colocatedWith?: string }[]
}

export type Cluster = NonNullable<Awaited<ReturnType<typeof findCluster>>>

/** The version of Citus, the number of machines that hold rows, and the tables that are distributed. Undefined without Citus. */
export async function findCluster(sql: Sql) {
  const [extension] = await sql<{ version: string }>`
    select extversion as version from pg_extension where extname = 'citus'`
  if (!extension) return undefined
  const [row] = await sql<{ machines: number; tables: string[] }>`
    select (select count(*)::int from pg_dist_node where isactive and shouldhaveshards) as machines,
           array(select format('%s.%s', relnamespace::regnamespace, relname)
                   from pg_dist_partition join pg_class on pg_class.oid = logicalrelid) as tables`
  return {
    ...extension,
    machines: row?.machines ?? 0,
    spread: new Set(row?.tables ?? []),
  }
}

export function namesOf({ reference, local = [], distributed }: Distribution): string[] {
  return [...reference, ...local, ...distributed.map(({ table }) => table)]
}

/** Distributes the remaining tables of a cluster, all or none; returns their names. @throws DatabaseUnavailable */
export async function distribute(database: Database, distribution: Distribution): Promise<string[]> {
  return inTurn(database, 'countersign/distribution', (run) => spreadAll(run, distribution))
}

/** Distributes what a migration added, if other tables are distributed. */
export async function spreadNew(run: Run, distribution: Distribution): Promise<void> {
  const { rows } = await run({ text: `select 1 from pg_extension where extname = 'citus'` })
  if (rows.length > 0 && (await findSpread(run, namesOf(distribution))).size > 0) await spreadAll(run, distribution)
}

async function spreadAll(run: Run, distribution: Distribution): Promise<string[]> {
  const names = namesOf(distribution)
  const spread = await findSpread(run, names)
  for (const table of distribution.reference) {
    if (!spread.has(table)) await run({ text: 'select create_reference_table($1)', values: [table] })
  }
  for (const table of distribution.local ?? []) {
    if (!spread.has(table)) await run({ text: 'select citus_add_local_table_to_metadata($1)', values: [table] })
  }
  for (const { table, column, colocatedWith = 'none' } of distribution.distributed) {
    const values = [table, column, colocatedWith]
    const text = 'select create_distributed_table($1, $2, colocate_with => $3)'
    if (!spread.has(table)) await run({ text, values })
  }
  return names.filter((name) => !spread.has(name))
}

async function findSpread(run: Run, names: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await run<{ name: string }>({
    text: `select name from unnest($1::text[]) as name
            where exists (select from pg_dist_partition where logicalrelid = to_regclass(name))`,
    values: [names],
  })
  return new Set(rows.map(({ name }) => name))
}
