import { startRevokingGrants } from './account-data/revoke-pending-grants.ts'
import { warnOfUnknownSecrets } from './accounts/secrets-in-use.ts'
import { startCleaning } from './cleaning/clean.ts'
import type { Core } from './dependencies.ts'
import { logBackgroundTaskFailed, logCleaned } from './events.ts'

/** Starts what the core service does beside its requests. The returned function ends it. */
export function startBackgroundTasks({ sql, config, provider, logger }: Core): () => Promise<void> {
  const cleaning = startCleaning({
    sql,
    onCleaned: (removed) => logCleaned(logger, removed),
    onError: (error) => logBackgroundTaskFailed(logger, 'cleaning', error),
  })
  // Without its database the service starts all the same, so nothing waits for this.
  const warning = warnOfUnknownSecrets({ sql, config, logger }).catch((error: unknown) =>
    logBackgroundTaskFailed(logger, 'secrets', error),
  )
  const revoking = startRevokingGrants({ sql, provider, logger })
  return async () => void (await Promise.all([cleaning.stop(), revoking.stop(), warning]))
}
