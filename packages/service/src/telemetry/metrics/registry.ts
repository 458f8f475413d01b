import { AggregatorRegistry, collectDefaultMetrics, Registry } from 'prom-client'

export const registry = new Registry()

export type Sample = {
  readonly value: number
  readonly labels: Readonly<Record<string, string | number | undefined>>
  /** The part of a histogram: `…_bucket`, `…_sum` or `…_count`. */
  readonly metricName?: string
}

/** As processes send each other. */
export type Metric = {
  readonly name: string
  readonly help: string
  readonly type: unknown
  readonly aggregator: string
  readonly values: readonly Sample[]
}

/** Reading some Node metrics resets their interval, so only Prometheus may read them. */
let ofNode: Registry | undefined

const sources: (() => Metric)[] = []

/** Adds a metric that `prom-client` does not keep itself. */
export function addSource(read: () => Metric): void {
  sources.push(read)
}

/** Node's metrics are collected from their first read on. */
export async function readOwnMetrics({ withNode }: { readonly withNode: boolean }): Promise<readonly Metric[]> {
  const kept: readonly Metric[] = await registry.getMetricsAsJSON()
  const own = [...sources.map((read) => read()), ...kept]
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

/** A lagging worker must not vanish in a mean, nor a restarted one. */
function isOfTheWorst(name: string): boolean {
  return /^nodejs_eventloop_lag|^process_start_time/.test(name)
}

export function addMetrics(lists: readonly (readonly Metric[])[]): Registry {
  return AggregatorRegistry.aggregate([...lists])
}
