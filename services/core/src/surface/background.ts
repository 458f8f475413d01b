import { addCountsTo, startSharingLimits } from '@countersign/service/limits'
import { sqlText, startCleaning } from '@countersign/service/sql'
import { repeat } from '@countersign/service/telemetry'
import { warnOfUnknownSecrets } from '../accounts/credentials/secrets-in-use.ts'
import { startTellingAccountActs } from '../accounts/operators/tell-account-acts.ts'
import { removeUnusedAccounts } from '../accounts/operators/unused-accounts.ts'
import { startRevokingGrants } from '../accounts/records/revocations/revoke-pending-grants.ts'
import { logBackgroundTaskFailed, logCleaned } from '../ground/events.ts'
import { CLEANING_STEPS } from './cleaning.store.ts'
import type { CoreDependencies } from './dependencies.ts'

const TELLING_PAUSE_MS = 60_000

/** Starts background tasks. The returned function ends them. */
export function startCoreTasks(dependencies: CoreDependencies): () => Promise<void> {
  const { sql, config, provider, logoutReporter, logger } = dependencies
  const unused = { sql, provider, unusedAccountDays: config.unusedAccountDays }
  const cleaning = startCleaning({
    component: 'core',
    sql,
    steps: [...CLEANING_STEPS, ...(config.unusedAccountDays > 0 ? [removeUnusedAccounts(unused)] : [])],
    onCleaned: (removed) => logCleaned(logger, removed),
    onError: (error) => logBackgroundTaskFailed(logger, { task: 'cleaning', error }),
  })
  // Not awaited: the service starts without its database too.
  const warning = warnOfUnknownSecrets({ sql, config, logger }).catch((error: unknown) =>
    logBackgroundTaskFailed(logger, { task: 'secrets', error }),
  )
  const revoking = startRevokingGrants({ sql, provider, logger })
  const acts = startTellingAccountActs({ sql, provider, logger })
  const telling = repeat({
    pauseMs: TELLING_PAUSE_MS,
    work: () => logoutReporter.reportPending(),
    onError: (error) => logBackgroundTaskFailed(logger, { task: 'ended_sessions', error }),
  })
  const sharing = dependencies.engine === 'postgresql' ? [shareLimits(dependencies)] : []
  const tasks = [cleaning, revoking, acts, telling, ...sharing]
  return async () => void (await Promise.all([...tasks.map((task) => task.stop()), warning, logoutReporter.settle()]))
}

function shareLimits(dependencies: CoreDependencies) {
  const { sql, config, networkLimits, commitLimits, verificationLimits, logger } = dependencies
  const limiters = { ...networkLimits.limiters, ...commitLimits.limiters, ...verificationLimits.limiters }
  const sharing = { limiters, secret: config.serviceToken, add: addCountsTo(sql, sqlText`core.rate_limits`) }
  return startSharingLimits(sharing, (error) => logBackgroundTaskFailed(logger, { task: 'rate_limits', error }))
}
