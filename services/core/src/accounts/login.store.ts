import type { Sql } from '@countersign/service'

/** A half-done sign-in; without a `userId` it is one to a name that nobody has. */
export type Login = { readonly userId: string | undefined; readonly sealedState: Buffer }

export async function insertLogin(sql: Sql, { userId, sealedState }: Login, lifetimeSeconds: number): Promise<string> {
  const [row] = await sql<{ login_id: string }>`
    insert into core.logins (user_id, sealed_state, expires_at)
    values (${userId ?? null}, ${sealedState}, now() + ${lifetimeSeconds}::int * interval '1 second')
    returning login_id`
  if (!row) throw new Error('A login was inserted and not returned.')
  return row.login_id
}

/** Takes a sign-in away before it is tried. One statement deletes and returns, so its state is never used twice. */
export async function takeLogin(sql: Sql, loginId: string): Promise<Login | undefined> {
  const [row] = await sql<{ user_id: string | null; sealed_state: Buffer }>`
    delete from core.logins where login_id = ${loginId} and expires_at > now()
    returning user_id, sealed_state`
  return row && { userId: row.user_id ?? undefined, sealedState: row.sealed_state }
}
