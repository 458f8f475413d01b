import { sha256 } from '@countersign/service/secrets'
import { type Sql } from '@countersign/service/sql'

export type SingleUse = {
  /** What the JWT is for, so that one kind's identifiers never stand in the way of another's. */
  readonly kind: 'client_assertion' | 'dpop_proof'
  /** Whose identifiers these are: a client, or a key. */
  readonly owner: string
  readonly jti: string
  /** When the JWT itself is no longer accepted: from then on nothing has to be remembered. */
  readonly expiresAt: Date
}

// The JWT's time is judged by a process and its row's by the database: the row stays for longer than their clocks differ.
const CLOCK_MARGIN_SECONDS = 300

/**
 * Takes note that a JWT was used; answers whether this was the first time. The primary key decides, so of many uses at
 * once, in whichever processes, exactly one is the first.
 */
export async function useOnce(sql: Sql, { kind, owner, jti, expiresAt }: SingleUse): Promise<boolean> {
  const first = await sql`
    insert into provider.used_jwts (digest, expires_at)
    values (${sha256(JSON.stringify([kind, owner, jti]))},
            ${expiresAt}::timestamptz + make_interval(secs => ${CLOCK_MARGIN_SECONDS}))
    on conflict (digest) do nothing
    returning 1 as used`
  return first.length > 0
}
