import { sha256 } from '@countersign/service/secrets'
import { type Sql } from '@countersign/service/sql'
import { hasRow } from '../rows.ts'

export type SingleUse = {
  /** Keeps identifiers of different uses apart. */
  readonly kind: 'client_assertion' | 'dpop_proof'
  readonly owner: string
  readonly jti: string
  /** The JWT's own expiry; afterwards the row may go. */
  readonly expiresAt: Date
}

// The process checks the JWT's expiry, the database the row's: keep rows longer than their clocks may differ.
const CLOCK_MARGIN_SECONDS = 300

/** Records a JWT's use and answers whether it was the first. The primary key decides between concurrent uses. */
export async function useOnce(sql: Sql, { kind, owner, jti, expiresAt }: SingleUse): Promise<boolean> {
  return hasRow(sql`
    insert into provider.used_jwts (digest, expires_at)
    values (${sha256(JSON.stringify([kind, owner, jti]))},
            ${expiresAt}::timestamptz + make_interval(secs => ${CLOCK_MARGIN_SECONDS}))
    on conflict (digest) do nothing
    returning 1 as used`)
}
