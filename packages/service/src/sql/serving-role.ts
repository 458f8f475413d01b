import { inTurn, type Run } from './connection.ts'
import type { Database } from './database.ts'
import type { Migrations } from './migrate.ts'
import type { Sql } from './sql.ts'

/** The role cannot be given rights. */
export class RoleRefused extends Error {
  override readonly name = 'RoleRefused'
}

type Schema = Migrations['schema']

/**
 * Lets a role read and write the rows of these schemas and call their functions, also of migrations that the present role runs
 * later. It can change no table.
 * @throws RoleRefused, DatabaseUnavailable
 */
export async function grantServing(database: Database, schemas: readonly Schema[], role: string): Promise<void> {
  await inTurn(database, 'countersign/grants', async (run) => {
    const name = await quoteRole(run, role)
    for (const schema of schemas) for (const text of grantsOf(schema, name)) await run({ text })
  })
}

const ROWS = 'select, insert, update, delete'

function grantsOf(schema: Schema, role: string): readonly string[] {
  return [
    `grant usage on schema ${schema} to ${role}`,
    `grant ${ROWS} on all tables in schema ${schema} to ${role}`,
    // Which migrations ran is for the migrating role to write.
    `revoke insert, update, delete on ${schema}.migrations from ${role}`,
    `grant execute on all functions in schema ${schema} to ${role}`,
    `alter default privileges in schema ${schema} grant ${ROWS} on tables to ${role}`,
    `alter default privileges in schema ${schema} grant execute on functions to ${role}`,
  ]
}

async function quoteRole(run: Run, role: string): Promise<string> {
  const { rows } = await run<{ name: string; owns: boolean }>({
    text: `select quote_ident(rolname) as name, rolname = current_user or pg_has_role(rolname, current_user, 'member') as owns
             from pg_roles where rolname = $1`,
    values: [role],
  })
  const [found] = rows
  if (!found) throw new RoleRefused(`There is no role ${role}. Make it first: create role ${role} login password '…'`)
  if (!found.owns) return found.name
  throw new RoleRefused(`${role} has every right of the role that migrates. Name a role of its own, for serving alone.`)
}

/** The role of this connection, and whether it may change tables of these schemas, as their owner can. */
export async function readServingRole(sql: Sql, schemas: readonly Schema[]) {
  const [row] = await sql<{ role: string; may_alter: boolean }>`
    select current_user as role,
           exists (select from pg_class
                    where relnamespace = any (array(select to_regnamespace(name)::oid from unnest(${schemas}::text[]) as name))
                      and relkind in ('r', 'p') and pg_has_role(relowner, 'usage')) as may_alter`
  return { role: row?.role ?? '', mayAlter: row?.may_alter ?? false }
}
