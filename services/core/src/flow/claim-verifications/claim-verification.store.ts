import type { Sql } from '@countersign/service/sql'

type NewVerification = {
  readonly verificationId: string
  readonly userId: string
  readonly proof: Buffer
  readonly lifetimeSeconds: number
}

/** Stores nothing if the account was deleted meanwhile. */
export async function insertVerification(sql: Sql, verification: NewVerification): Promise<void> {
  const { verificationId, userId, proof, lifetimeSeconds } = verification
  await sql`
    insert into core.claim_verifications (verification_id, user_id, proof, expires_at)
    select ${verificationId}, user_id, ${proof}, now() + make_interval(secs => ${lifetimeSeconds}::int)
      from core.accounts where user_id = ${userId} for key share`
}

type Attempt = { readonly verificationId: string; readonly userId: string; readonly maximum: number }

/**
 * Counts a try and returns the proof to compare with; undefined if the code is unknown or out of tries. One statement:
 * concurrent tries wait for the row, so no more than `maximum` ever see it.
 */
export async function countTry(sql: Sql, { verificationId, userId, maximum }: Attempt): Promise<Buffer | undefined> {
  const [row] = await sql<{ proof: Uint8Array }>`
    update core.claim_verifications set tries = tries + 1
     where user_id = ${userId} and verification_id = ${verificationId}
       and expires_at > now() and tries < ${maximum}::int
    returning proof`
  return row && Buffer.from(row.proof)
}

/** Deletes the code, which works once. Returns whether this call did. */
export async function spendVerification(
  sql: Sql,
  { userId, verificationId }: Pick<NewVerification, 'userId' | 'verificationId'>,
): Promise<boolean> {
  const rows = await sql`
    delete from core.claim_verifications
     where user_id = ${userId} and verification_id = ${verificationId} returning 1`
  return rows.length > 0
}
