import type { Run } from './connection.ts'

/** A guarantee that programs rely on, or a constraint that they must meet; one row each. */
export type SchemaFact = {
  readonly table: string
  /** Null for a fact about the whole table. */
  readonly column: string | null
  /** `has`: programs may read it; `needs`: a value that they must give; `rule`: a constraint on their writes. */
  readonly kind: 'has' | 'needs' | 'rule'
  readonly text: string
}

/** Reads a schema's facts from PostgreSQL's catalogue, independent of how its DDL was written. */
export async function readSchemaFacts(run: Run, schema: string): Promise<SchemaFact[]> {
  const { rows } = await run<SchemaFact>({
    text: `with tables as (
             select oid, oid::regclass::text as name from pg_class
              where relnamespace = $1::regnamespace and relkind in ('r', 'p') and relname <> 'migrations'),
           columns as (
             select name, attname, attrelid, attnum, attnotnull, atthasdef or attidentity <> '' as is_filled, format_type(atttypid, atttypmod) as type
               from pg_attribute join tables on attrelid = oid where attnum > 0 and not attisdropped)
           select name as table, null as column, 'has' as kind, 'the table' as text from tables
           union all
           select name, attname, 'has', attname || ' as ' || type from columns
           union all
           select name, null, 'has', 'rows that are unique by ' ||
                  (select string_agg(pg_get_indexdef(indexrelid, place, true), ', ' order by pg_get_indexdef(indexrelid, place, true))
                     from generate_series(1, indnkeyatts) as place) || coalesce(' where ' || pg_get_expr(indpred, indrelid), '')
             from pg_index join tables on indrelid = oid where indisunique
           union all
           select name, attname, 'needs', 'a value of ' || attname from columns where attnotnull and not is_filled
           union all
           select name, attname, 'rule', attname || ' is not null' from columns where attnotnull
           union all
           select name, null, 'rule', pg_get_constraintdef(pg_constraint.oid) from pg_constraint join tables on conrelid = tables.oid
            where contype in ('c', 'u', 'x', 'f', 'p')
           union all
           select name, null, 'rule', pg_get_indexdef(indexrelid) from pg_index join tables on indrelid = oid where indisunique`,
    values: [schema],
  })
  return rows
}

/** Facts that a program for the old schema would miss or violate in the new one. Empty: both versions can run together. */
export function findBreaks(before: readonly SchemaFact[], after: readonly SchemaFact[]): string[] {
  const [former, later] = [before, after].map((facts) => new Set(facts.map(keyOf)))
  const tables = new Set(before.map(({ table }) => table))
  const columns = new Set(before.map(({ table, column }) => `${table}.${column}`))
  const lost = before.filter((fact) => fact.kind === 'has' && !later?.has(keyOf(fact)))
  const asked = after.filter((fact) => {
    if (fact.kind === 'has' || former?.has(keyOf(fact)) || !tables.has(fact.table)) return false
    // A new column with a default requires nothing of older programs.
    return fact.column === null || fact.kind === 'needs' || columns.has(`${fact.table}.${fact.column}`)
  })
  return [
    ...lost.map(({ table, text }) => `${table} loses ${text}`),
    ...asked.map(({ table, kind, text }) => `${table} ${kind === 'needs' ? 'needs' : 'newly demands'} ${text}`),
  ]
}

function keyOf({ table, kind, text }: SchemaFact): string {
  return `${table} ${kind} ${text}`
}
