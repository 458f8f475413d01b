import type { Metric, Sample } from './registry.ts'
import { readMetrics } from './workers.ts'

export type Figures = Awaited<ReturnType<typeof readFigures>>

const DURATIONS = 'countersign_http_request_duration_seconds'

/** Totals of all workers of this machine since they started, from Prometheus's numbers. */
export async function readFigures() {
  const metrics = await readMetrics({ withNode: false })
  return {
    since: new Date(performance.timeOrigin),
    events: valuesOf(metrics, 'countersign_events_total').map(({ labels, value }) => ({
      event: text(labels['event']),
      // Empty for an event that has only one.
      outcome: text(labels['outcome']),
      count: value,
    })),
    refusals: valuesOf(metrics, 'countersign_refusals_total').map(({ labels, value }) => ({
      component: text(labels['component']),
      route: text(labels['route']),
      code: text(labels['code']),
      count: value,
    })),
    routes: [...Map.groupBy(valuesOf(metrics, DURATIONS), routeOf).values()].map(describeRoute),
  }
}

function valuesOf(metrics: readonly Metric[], name: string): readonly Sample[] {
  return metrics.find((metric) => metric.name === name)?.values ?? []
}

function routeOf({ labels: { component, route, method } }: Sample): string {
  return JSON.stringify([component, route, method])
}

/** Quantiles are as exact as the histogram's buckets. */
function describeRoute(samples: readonly Sample[]) {
  const { component, route, method } = samples[0]?.labels ?? {}
  const counts = samples.filter(({ metricName }) => metricName === `${DURATIONS}_count`)
  const buckets = new Map<number, number>()
  for (const { metricName, labels, value } of samples) {
    if (metricName !== `${DURATIONS}_bucket`) continue
    const limit = labels['le'] === '+Inf' ? Number.POSITIVE_INFINITY : Number(labels['le'])
    buckets.set(limit, (buckets.get(limit) ?? 0) + value)
  }
  const quantile = (share: number) => Math.round(quantileOf(buckets, share) * 100_000) / 100
  return {
    component: text(component),
    route: text(route),
    method: text(method),
    count: sum(counts),
    failed: sum(counts.filter(({ labels }) => labels['status'] === '5xx')),
    p50Milliseconds: quantile(0.5),
    p95Milliseconds: quantile(0.95),
    p99Milliseconds: quantile(0.99),
  }
}

/** Estimated as in Prometheus: linear within the bucket; the highest limit for values beyond it. */
export function quantileOf(cumulative: ReadonlyMap<number, number>, share: number): number {
  const buckets = [...cumulative].toSorted(([a], [b]) => a - b)
  const rank = share * (buckets.at(-1)?.[1] ?? 0)
  let from = { limit: 0, count: 0 }
  for (const [limit, count] of buckets) {
    if (count >= rank && count > 0) {
      if (limit === Number.POSITIVE_INFINITY) return from.limit
      return from.limit + ((limit - from.limit) * (rank - from.count)) / (count - from.count)
    }
    from = { limit, count }
  }
  return 0
}

function sum(samples: readonly Sample[]): number {
  return samples.reduce((total, { value }) => total + value, 0)
}

function text(label: string | number | undefined): string {
  return String(label ?? '')
}
