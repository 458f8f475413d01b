import { type Run, withConnection } from './connection.ts'
import type { Database } from './database.ts'

/**
 * How a service's tables are spread over the machines of a distributed PostgreSQL. Tables are named with their schema, in the
 * order in which they are spread: one that others refer to, or lie beside, stands before them.
 */
export type Distribution = {
  /** Small tables of which every machine has a copy. They are spread first. */
  readonly reference: readonly string[]
  readonly distributed: readonly DistributedTable[]
}

type DistributedTable = {
  readonly table: string
  /** By whose value a row finds its machine. It is part of every unique key of the table. */
  readonly column: string
  /** The table whose rows of the same value lie on the same machine. */
  readonly colocatedWith?: string
}

/** The database has no extension that could spread its tables. The message says what to do. */
export class NotDistributable extends Error {
  override readonly name = 'NotDistributable'
}

/**
 * Spreads the tables that are not spread yet, with the rows that are in them, and returns their names. To be called after
 * `migrate`, again after every newer migration. Each table is spread whole or not at all, so a call that failed is repeated.
 * @throws NotDistributable, DatabaseUnavailable
 */
export async function distribute(database: Database, { reference, distributed }: Distribution): Promise<string[]> {
  return withConnection(database.pool, {}, async (run) => {
    await refuseWithoutCitus(run)
    const names: string[] = []
    for (const table of reference) {
      const isNew = await spread(run, table, { text: 'select create_reference_table($1)', values: [table] })
      if (isNew) names.push(table)
    }
    for (const { table, column, colocatedWith = 'none' } of distributed) {
      const text = 'select create_distributed_table($1, $2, colocate_with => $3)'
      const isNew = await spread(run, table, { text, values: [table, column, colocatedWith] })
      if (isNew) names.push(table)
    }
    return names
  })
}

/** Answers whether there was anything to do. Of processes that spread at once, the others wait and find it done. */
async function spread(
  run: Run,
  table: string,
  statement: { readonly text: string; readonly values: readonly string[] },
) {
  await run({ text: 'begin' })
  try {
    // As long as it takes: the rows that are there are copied.
    await run({ text: 'set local statement_timeout = 0' })
    await run({ text: 'select pg_advisory_xact_lock(hashtext($1))', values: ['countersign/distribution'] })
    const { rows } = await run({
      text: 'select 1 from pg_dist_partition where logicalrelid = $1::regclass',
      values: [table],
    })
    if (rows.length === 0) await run({ ...statement, values: [...statement.values] })
    await run({ text: 'commit' })
    return rows.length === 0
  } catch (error) {
    await run({ text: 'rollback' }).catch(() => undefined)
    throw error
  }
}

async function refuseWithoutCitus(run: Run): Promise<void> {
  const { rows } = await run({ text: `select 1 from pg_extension where extname = 'citus'` })
  if (rows.length > 0) return
  throw new NotDistributable(
    'This database has no Citus extension, so its tables stay where they are; all works without it, on one machine. On Citus: create extension citus, and run this again. YugabyteDB and CockroachDB spread tables by their primary keys, without a command.',
  )
}
