import { addCountsTo, startSharingLimits } from '@countersign/service/limits'
import { sqlText, startCleaning } from '@countersign/service/sql'
import { repeat } from '@countersign/service/telemetry'
import { warnOfUnknownSecrets } from '../accounts/credentials/secrets-in-use.ts'
import { tellAccountActs } from '../accounts/operators/tell-account-acts.ts'
import { removeUnusedAccounts } from '../accounts/operators/unused-accounts.ts'
import { revokePendingGrants } from '../accounts/records/revocations/revoke-pending-grants.ts'
import { logBackgroundTaskFailed, logCleaned } from '../ground/events.ts'
import { CLEANING_STEPS } from './cleaning.store.ts'
import type { CoreDependencies } from './dependencies.ts'

const MINUTE_MS = 60_000
/** Short: the command line leaves its acts to this. */
const ACTS_PAUSE_MS = 10_000

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
  const telling = [
    { task: 'revoking_grants', pauseMs: MINUTE_MS, work: () => revokePendingGrants(dependencies) },
    { task: 'telling_account_acts', pauseMs: ACTS_PAUSE_MS, work: () => tellAccountActs(dependencies) },
    { task: 'ended_sessions', pauseMs: MINUTE_MS, work: () => logoutReporter.reportPending() },
  ].map(({ task, ...repeated }) =>
    repeat({ ...repeated, onError: (error) => logBackgroundTaskFailed(logger, { task, error }) }),
  )
  const sharing = dependencies.engine === 'postgresql' ? [shareLimits(dependencies)] : []
  const tasks = [cleaning, ...telling, ...sharing]
  return async () => void (await Promise.all([...tasks.map((task) => task.stop()), warning, logoutReporter.settle()]))
}

function shareLimits(dependencies: CoreDependencies) {
  const { sql, config, networkLimits, commitLimits, verificationLimits, logger } = dependencies
  const limiters = { ...networkLimits.limiters, ...commitLimits.limiters, ...verificationLimits.limiters }
  const sharing = { limiters, secret: config.serviceToken, add: addCountsTo(sql, sqlText`core.rate_limits`) }
  return startSharingLimits(sharing, (error) => logBackgroundTaskFailed(logger, { task: 'rate_limits', error }))
}
