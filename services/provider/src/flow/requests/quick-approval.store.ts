import { type SqlPool, sqlText, type Transaction } from '@countersign/service/sql'
import { type Approval, type Decision, storeApproval } from './decision.store.ts'

/** The best few: the first one is almost always still there. */
const CANDIDATES = 10

/**
 * Approves without asking if an earlier grant allows these scopes, with that grant's end. Locks the allowing grant
 * first, so that it cannot be revoked meanwhile, then the request (ADR 76). One-time grants allow nothing more.
 */
export async function storeQuickApproval(sql: SqlPool, approval: Approval): Promise<Decision | undefined> {
  return sql.transaction(async (transaction) => {
    const allowing = await holdWhatAllows(transaction, approval)
    const grantEndsAt = approval.grantEndsAt ?? allowing?.ends_at ?? undefined
    return storeApproval(transaction, { ...approval, grantEndsAt }, allowing !== undefined)
  })
}

const ALLOWS_MORE = sqlText`
  revoked_at is null and not once and least(refresh_token_expires_at, ends_at) > now()`

/** Grants of a user span shards: list candidates, then lock one by one, latest end first. */
async function holdWhatAllows(sql: Transaction, { userId, clientId, approvedScopes }: Approval) {
  const candidates = await sql<{ grant_id: string }>`
    select grant_id from provider.grants
     where user_id = ${userId} and client_id = ${clientId} and scopes @> ${approvedScopes}::text[] and ${ALLOWS_MORE}
     order by ends_at desc nulls first limit ${CANDIDATES}`
  for (const { grant_id } of candidates) {
    const [held] = await sql<{ ends_at: Date | null }>`
      select ends_at from provider.grants where grant_id = ${grant_id} and ${ALLOWS_MORE} for share`
    if (held) return held
  }
  return undefined
}
