import { type Sql, sqlText } from '@countersign/service/sql'

/** The table is on every machine of a cluster, so the statement stays on that of the grant `g` or the request `r`. */
export const IS_SUSPENDED = {
  g: sqlText`exists (select from provider.suspensions s where s.user_id = g.user_id and s.is_suspended)`,
  r: sqlText`exists (select from provider.suspensions s where s.user_id = r.user_id and s.is_suspended)`,
}

type Suspension = { readonly userId: string; readonly change: number; readonly isSuspended: boolean }

/** Returns whether it is the account's newest change; an older one, which arrived late, alters nothing. */
export async function putSuspension(sql: Sql, { userId, change, isSuspended }: Suspension): Promise<boolean> {
  const rows = await sql`
    insert into provider.suspensions as known (user_id, change, is_suspended)
    values (${userId}, ${change}, ${isSuspended})
    on conflict (user_id) do update set change = excluded.change, is_suspended = excluded.is_suspended
     where known.change <= excluded.change
    returning 1`
  return rows.length === 1
}
