import { ServiceError } from '@countersign/service/errors'
import { logBackgroundTaskFailed } from '../../ground/events.ts'
import type { WithLogger, WithProvider, WithSql } from '../../ground/parts.ts'
import { listUnreportedSessions, markSessionsReported } from './session.store.ts'

/** Reports ended sessions to the provider, which notifies apps (OpenID Connect Back-Channel Logout). */
export type LogoutReporter = ReturnType<typeof createLogoutReporter>
export type WithLogoutReporter = { readonly logoutReporter: LogoutReporter }

/** The most that the provider takes at once of one user. */
const BATCH = 100

export function createLogoutReporter({ sql, provider, logger }: WithSql & WithProvider & WithLogger) {
  const underWay = new Set<Promise<void>>()

  /** Reporting twice does no harm, so sessions are marked only afterwards. */
  async function report(onlyOf: string | undefined): Promise<void> {
    try {
      for (const ended of await listUnreportedSessions(sql, { limit: BATCH, onlyOf })) {
        await provider.endSessions(ended.userId, ended.sessionIds)
        await markSessionsReported(sql, ended)
      }
    } catch (error) {
      // The provider client has logged that the provider is away.
      if (!(error instanceof ServiceError)) throw error
    }
  }

  /** Reports one user's ended sessions in the background; a failure is retried later. */
  function reportSoon(userId: string): void {
    const reporting = report(userId)
      .catch((error: unknown) => logBackgroundTaskFailed(logger, { task: 'ended_sessions', error }))
      .finally(() => underWay.delete(reporting))
    underWay.add(reporting)
  }

  return { reportSoon, reportPending: () => report(undefined), settle: async () => void (await Promise.all(underWay)) }
}
