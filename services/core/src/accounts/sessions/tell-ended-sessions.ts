import { ServiceError } from '@countersign/service/errors'
import { logBackgroundTaskFailed } from '../../ground/events.ts'
import type { AccountDependencies } from '../dependencies.ts'
import { listUntoldSessions, noteSessionsTold } from './ended-session.store.ts'

/** Tells the provider of sessions that have ended, so that apps hear of it (OpenID Connect Back-Channel Logout). */
export type EndedSessionNews = {
  /** Reports one user's ended sessions in the background; a failure is retried later. */
  tellSoon(userId: string): void
  /** Reports all ended sessions that are not reported yet. */
  tellRest(): Promise<void>
  /** Waits for reports in progress. */
  settle(): Promise<void>
}

type NewsParts = Pick<AccountDependencies, 'sql' | 'provider' | 'logger'>

/** As many of one person as the provider takes at once. */
const BATCH = 100

/** Telling twice does no harm, so it is noted as told only afterwards. */
export function createEndedSessionNews({ sql, provider, logger }: NewsParts): EndedSessionNews {
  const underWay = new Set<Promise<void>>()

  async function tell(onlyOf: string | undefined): Promise<void> {
    try {
      for (const ended of await listUntoldSessions(sql, { limit: BATCH, onlyOf })) {
        await provider.endSessions(ended.userId, ended.sessionIds)
        await noteSessionsTold(sql, ended)
      }
    } catch (error) {
      // That the provider is away was logged where it was asked; the next time is soon enough.
      if (!(error instanceof ServiceError)) throw error
    }
  }

  function tellSoon(userId: string): void {
    const telling = tell(userId)
      .catch((error: unknown) => logBackgroundTaskFailed(logger, { task: 'ended_sessions', error }))
      .finally(() => underWay.delete(telling))
    underWay.add(telling)
  }

  return { tellSoon, tellRest: () => tell(undefined), settle: async () => void (await Promise.all(underWay)) }
}
