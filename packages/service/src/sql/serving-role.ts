import type { ReadinessCheck } from '../telemetry/readiness.ts'
import { inTurn, type Run, withConnection } from './connection.ts'
import type { Database } from './database.ts'
import type { Migrations } from './migrate.ts'
import type { Sql } from './sql.ts'

/** The role cannot be given rights. */
export class RoleRefused extends Error {
  override readonly name = 'RoleRefused'
}

/** The role of this connection may not read or write all that serving needs. */
export class RightsMissing extends Error {
  override readonly name = 'RightsMissing'
}

type Schema = Migrations['schema']

/** A right that `role` lacks, as the middle of a `grant`: `select on table provider.grants`. */
type MissingRight = { readonly role: string; readonly right: string; readonly grantable: boolean }

const ROWS = 'select, insert, update, delete'

/**
 * All that serving needs: to use the schemas, to read and write the rows of each table, and to call each function. Which
 * migrations ran is only read. No migration makes a sequence, which a test of the migrations holds.
 */
const NEEDED = `
  select nspname as schema, nspowner as owner, format('usage on schema %I', nspname) as "right",
         has_schema_privilege(role.oid, space.oid, 'usage') as held, role.rolname as role
    from role, pg_namespace space
  union all
  select nspname, relowner, format('%s on table %I.%I', privilege, nspname, relname),
         has_table_privilege(role.oid, tables.oid, privilege), role.rolname
    from role, pg_class tables join pg_namespace space on space.oid = relnamespace,
         unnest(string_to_array(case relname when 'migrations' then 'select' else '${ROWS}' end, ', ')) as privilege
   where relkind in ('r', 'p')
  union all
  select nspname, proowner, format('execute on function %I.%I', nspname, proname),
         has_function_privilege(role.oid, functions.oid, 'execute'), role.rolname
    from role, pg_proc functions join pg_namespace space on space.oid = pronamespace`

/** Of these roles, or of the connection's own; empty where all may serve. */
async function listMissing(run: Run, schemas: readonly Schema[], roles?: readonly string[]): Promise<MissingRight[]> {
  const { rows } = await run<MissingRight>({
    text: `with role as (select oid, rolname from pg_roles where rolname = any(coalesce($2::text[], array[current_user::text])))
           select role, "right", pg_has_role(owner, 'usage') as grantable from (${NEEDED}) as needed
            where schema = any($1::text[]) and not held order by "right"`,
    values: [schemas, roles],
  })
  return rows
}

/** A sentence if the role of this connection may not serve from these schemas. */
export async function findMissingRights({ pool, lending }: Database, schemas: readonly Schema[]) {
  return describeMissing(await withConnection(pool, lending, (run) => listMissing(run, schemas)))
}

/** @throws RightsMissing, DatabaseUnavailable */
export async function refuseMissingRights(database: Database, schemas: readonly Schema[]): Promise<void> {
  const lacking = await findMissingRights(database, schemas)
  if (lacking !== undefined) throw new RightsMissing(lacking)
}

/** Rights may go while this process serves: a table may be restored without them, or be added by another role. */
export function rightsCheck(database: Database, schemas: readonly Schema[]): ReadinessCheck {
  return { name: 'rights', check: () => refuseMissingRights(database, schemas) }
}

function describeMissing([first, ...others]: readonly MissingRight[]): string | undefined {
  if (!first) return undefined
  const { role, right } = first
  const more = others.length > 0 ? ` and ${others.length} more` : ''
  return `The role ${role} may not serve: it lacks ${right}${more}. With the role that owns the tables, or as a superuser, run: countersign migrate --grant-to ${role}`
}

/** Lets roles that serve so far use what a migration made: those with all rights on the rows of most tables. */
export async function grantToServing(run: Run, schema: Schema): Promise<void> {
  const roles = await listServing(run, schema)
  for (const { role, right, grantable } of await listMissing(run, [schema], roles)) {
    if (grantable) await run({ text: `grant ${right} to ${quoteName(role)}` })
  }
}

/** A role that serves so far and was left out: the present one may not grant it everything. @throws RightsMissing */
export async function refuseLeftOut({ pool, lending }: Database, schemas: readonly Schema[]): Promise<void> {
  await withConnection(pool, lending, async (run) => {
    for (const schema of schemas) {
      const lacking = describeMissing(await listMissing(run, [schema], await listServing(run, schema)))
      if (lacking !== undefined) throw new RightsMissing(lacking)
    }
  })
}

async function listServing(run: Run, schema: Schema): Promise<string[]> {
  const { rows } = await run<{ role: string }>({
    text: `with tables as (select oid, relacl, relowner from pg_class
                            where relnamespace = to_regnamespace($1) and relkind in ('r', 'p') and relname <> 'migrations'),
                writers as (select oid, grantee from tables, aclexplode(relacl)
                             where grantee <> relowner and lower(privilege_type) = any(string_to_array('${ROWS}', ', '))
                             group by oid, grantee having count(distinct privilege_type) = 4)
           select rolname as role from pg_roles join writers on grantee = pg_roles.oid
            where not rolsuper group by rolname having 2 * count(*) > (select count(*) from tables)`,
    values: [schema],
  })
  return rows.map(({ role }) => role)
}

/**
 * Lets a role serve from these schemas, also on what migrations add that the present role runs later. It can change no table.
 * @throws RoleRefused, DatabaseUnavailable
 */
export async function grantServing(database: Database, schemas: readonly Schema[], role: string): Promise<void> {
  await inTurn(database, 'countersign/grants', async (run) => {
    await refuseRole(run, role)
    const name = quoteName(role)
    for (const { right } of await listMissing(run, schemas, [role])) await run({ text: `grant ${right} to ${name}` })
    for (const schema of schemas) {
      await run({ text: `revoke insert, update, delete on ${schema}.migrations from ${name}` })
      await run({ text: `alter default privileges in schema ${schema} grant ${ROWS} on tables to ${name}` })
      await run({ text: `alter default privileges in schema ${schema} grant execute on functions to ${name}` })
    }
  })
}

function quoteName(role: string): string {
  return `"${role.replaceAll('"', '""')}"`
}

async function refuseRole(run: Run, role: string): Promise<void> {
  const { rows } = await run<{ owns: boolean }>({
    text: `select rolname = current_user or pg_has_role(rolname, current_user, 'member') as owns
             from pg_roles where rolname = $1`,
    values: [role],
  })
  const [found] = rows
  if (!found) throw new RoleRefused(`There is no role ${role}. Make it first: create role ${role} login password '…'`)
  if (found.owns)
    throw new RoleRefused(
      `${role} has every right of the role that migrates. Name a role of its own, for serving alone.`,
    )
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
