import { type RepeatedTask, repeat, ServiceError } from '@countersign/service'
import type { Core } from '../dependencies.ts'
import { logBackgroundTaskFailed, logRevocationFailed } from '../events.ts'
import { deletePendingRevocation, listPendingRevocations } from './pending-revocation.store.ts'

type RevocationParts = Pick<Core, 'sql' | 'provider' | 'logger'>

const PAUSE_MS = 60_000
const BATCH = 100

/**
 * Takes back at the provider what deleted accounts allowed. Doing it twice does no harm, so it is noted as done only
 * afterwards. When the provider is away the rest waits for the next time.
 */
export async function revokePendingGrants(
  { sql, provider, logger }: RevocationParts,
  { onlyOf }: { readonly onlyOf?: string } = {},
): Promise<void> {
  const userIds = onlyOf === undefined ? await listPendingRevocations(sql, BATCH) : [onlyOf]
  try {
    for (const userId of userIds) {
      await provider.revokeAllGrants(userId)
      await deletePendingRevocation(sql, userId)
    }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    logRevocationFailed(logger, error.code)
  }
}

export function startRevokingGrants(parts: RevocationParts): RepeatedTask {
  return repeat({
    pauseMs: PAUSE_MS,
    work: () => revokePendingGrants(parts),
    onError: (error) => logBackgroundTaskFailed(parts.logger, 'revoking_grants', error),
  })
}
