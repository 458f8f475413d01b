import { type SqlPool, sqlText, type Transaction } from '@countersign/service/sql'
import { type Approval, type Decision, storeApproval } from './decision.store.ts'

/** The best few: of these, nearly always the first one is still there a moment later. */
const CANDIDATES = 10

/**
 * Approves a request of which nobody was asked, if the person allows the app these scopes already, and for as long as that
 * lasts: without an end where one grant has none. The grant that allows it is held first, so that it is not taken back
 * meanwhile, and then the request (ADR 76). A grant that was given only for once allows nothing more.
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

/** A person's grants are all over the place, so they are looked for first, and then held one by one, the latest end first. */
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
