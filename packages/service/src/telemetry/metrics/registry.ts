import { AggregatorRegistry, collectDefaultMetrics, Registry } from 'prom-client'

/** All metrics of this process. */
export const registry = new Registry()

/** A number and its labels. */
export type Sample = {
  readonly value: number
  readonly labels: Readonly<Record<string, string | number | undefined>>
  /** The part of a histogram: `…_bucket`, `…_sum` or `…_count`. */
  readonly metricName?: string
}

/** A metric with all its numbers, as processes tell each other. */
export type Metric = {
  readonly name: string
  readonly help: string
  readonly type: unknown
  /** How values of several processes are combined. */
  readonly aggregator: string
  readonly values: readonly Sample[]
}

/** Reading some Node metrics resets their interval, so only Prometheus may read them. */
let ofNode: Registry | undefined

/** This process's metrics. Node's are collected from the first request for them on. */
export async function readOwnMetrics({ withNode }: { readonly withNode: boolean }): Promise<readonly Metric[]> {
  const own: readonly Metric[] = await registry.getMetricsAsJSON()
  if (!withNode) return own
  if (!ofNode) collectDefaultMetrics({ register: (ofNode = new Registry()) })
  const nodes: readonly Metric[] = await ofNode.getMetricsAsJSON()
  return [
    ...own,
    ...nodes.map(({ name, help, type, aggregator, values }) => ({
      name,
      help,
      type,
      aggregator: isOfTheWorst(name) ? 'max' : aggregator,
      values,
    })),
  ]
}

/** A worker that lags must not vanish in the mean of all, and one that began anew must be seen. */
function isOfTheWorst(name: string): boolean {
  return /^nodejs_eventloop_lag|^process_start_time/.test(name)
}

/** Combines the metrics of several processes. */
export function addMetrics(lists: readonly (readonly Metric[])[]): Registry {
  return AggregatorRegistry.aggregate([...lists])
}
