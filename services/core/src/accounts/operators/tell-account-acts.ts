import { logBackgroundTaskFailed } from '../../ground/events.ts'
import type { ProviderClient } from '../../ground/provider-client/provider-client.ts'
import { deletePendingAct, listPendingActs, type PendingAct, rescheduleAct } from '../records/account-act.store.ts'
import { settleEach, type WithRevocations } from '../records/revocations/revoke-pending-grants.ts'

const BATCH = 100

/**
 * Tells the provider of acts, which repeats do not harm, so each is forgotten only afterwards; of one user or of all. Returns
 * whether it was told of all.
 */
export async function tellAccountActs(
  parts: WithRevocations,
  { onlyOf, giveUpAfter }: { readonly onlyOf?: string; readonly giveUpAfter?: number } = {},
): Promise<boolean> {
  const { sql, provider } = parts
  return settleEach(parts, await listPendingActs(sql, { limit: BATCH, onlyOf }), {
    tell: (act) => tell(provider, act),
    settled: (act) => deletePendingAct(sql, act),
    failed: (act) => rescheduleAct(sql, act),
    ...(giveUpAfter !== undefined && { giveUpAfter }),
  })
}

function tell(provider: ProviderClient, pending: PendingAct): Promise<unknown> {
  const { actId, act, userId, reason, operator, actorId, change, namesAccount, createdAt, network } = pending
  const note = {
    act_id: actId,
    act,
    at: createdAt.toISOString(),
    by: operator,
    reason,
    ...(namesAccount && { user_id: userId }),
    ...(actorId !== null && { actor_id: actorId }),
    ...(change !== null && { change }),
  }
  return provider.noteAccountAct(note, network ?? undefined)
}

/** The same for one user, at once. Never fails the request, which waits for one failure: it is retried later. */
export async function tellAccountActsNow(parts: WithRevocations, userId: string): Promise<boolean> {
  try {
    return await tellAccountActs(parts, { onlyOf: userId, giveUpAfter: 1 })
  } catch (error) {
    logBackgroundTaskFailed(parts.logger, { task: 'telling_account_acts', error })
    return false
  }
}
