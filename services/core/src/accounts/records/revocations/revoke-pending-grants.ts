import { ServiceError } from '@countersign/service/errors'
import { logBackgroundTaskFailed, logRevocationFailed } from '../../../ground/events.ts'
import type { WithLogger, WithProvider, WithSql } from '../../../ground/parts.ts'
import { deletePendingRevocation, listPendingRevocations, rescheduleRevocation } from './pending-revocation.store.ts'

export type WithRevocations = WithSql & WithProvider & WithLogger

const BATCH = 100
/** By then it is the provider that is away, and not one revocation that fails. */
const GIVE_UP_AFTER = 3

/**
 * Sends pending revocations to the provider. They are idempotent, so each is marked done only afterwards; a failed one is
 * retried next time, after the others.
 */
export async function revokePendingGrants(
  parts: WithRevocations,
  { onlyOf }: { readonly onlyOf?: string } = {},
): Promise<void> {
  const { sql, provider } = parts
  await settleEach(parts, await listPendingRevocations(sql, { limit: BATCH, onlyOf }), {
    tell: async ({ userId, erases, askedSecondsAgo }) =>
      erases ? provider.erasePerson(userId) : provider.revokeAllGrants(userId, askedSecondsAgo),
    settled: (pending) => deletePendingRevocation(sql, pending),
    failed: (pending) => rescheduleRevocation(sql, pending),
  })
}

type Settling<Pending> = Readonly<Record<'tell' | 'settled' | 'failed', (pending: Pending) => Promise<unknown>>> & {
  /** Failures in a row. */
  readonly giveUpAfter?: number
}

/** Tells the provider one after the other, and of each keeps whether it has worked. Returns whether all have. */
export async function settleEach<Pending>(
  { logger }: WithLogger,
  all: readonly Pending[],
  { tell, settled, failed, giveUpAfter = GIVE_UP_AFTER }: Settling<Pending>,
): Promise<boolean> {
  let failedInARow = 0
  let areAllTold = true
  for (const pending of all) {
    try {
      await tell(pending)
      failedInARow = 0
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      logRevocationFailed(logger, { reason: error.code })
      await failed(pending)
      failedInARow += 1
      areAllTold = false
      if (failedInARow === giveUpAfter) return areAllTold
      continue
    }
    await settled(pending)
  }
  return areAllTold
}

/** The same for one user, at once. Never fails the user's request: a failure here is retried later. */
export async function revokeGrantsNow(parts: WithRevocations, userId: string): Promise<void> {
  await revokePendingGrants(parts, { onlyOf: userId }).catch((error: unknown) =>
    logBackgroundTaskFailed(parts.logger, { task: 'revoking_grants', error }),
  )
}
