import type { FiguresReport } from '@countersign/contracts'
import { readFigures } from '@countersign/service/telemetry'
import { createDailyTotals } from '../../ground/audit/daily-totals.ts'
import type { ProviderDependencies } from '../dependencies.ts'

/** What happened, as numbers. */
export function createFiguresOperations({ sql, now }: Pick<ProviderDependencies, 'sql' | 'now'>) {
  const readDays = createDailyTotals(sql, now)
  return {
    async readFigures(): Promise<FiguresReport> {
      const { since, events, refusals, routes } = await readFigures()
      const days = await readDays()
      return {
        since: since.toISOString(),
        events: [...events],
        refusals: [...refusals],
        routes: routes.map((route) => ({
          component: route.component,
          route: route.route,
          method: route.method,
          count: route.count,
          failed: route.failed,
          p50_milliseconds: route.p50Milliseconds,
          p95_milliseconds: route.p95Milliseconds,
          p99_milliseconds: route.p99Milliseconds,
        })),
        days: days ? [...days] : null,
      }
    },
  }
}
