import { addSource, type Sample } from './registry.ts'

type Described = { readonly name: string; readonly help: string; readonly labelNames: readonly string[] }

/** Finds the series of some label values, in the order of the names. */
type Find<Value> = (...values: readonly string[]) => Value

type Labels = Readonly<Record<string, string>>

/**
 * Series for hot paths, found by one look-up: `prom-client` checks and hashes the labels of each observation, which costs ten
 * times as much.
 */
function createSeries<Value>({ labelNames }: Described, create: () => Value) {
  const known = new Map<string, { readonly labels: Labels; readonly value: Value }>()
  const find: Find<Value> = (...values) => {
    const key = values.join('\0')
    const found = known.get(key)
    if (found) return found.value
    const value = create()
    known.set(key, { labels: Object.fromEntries(labelNames.map((name, index) => [name, values[index] ?? ''])), value })
    return value
  }
  return { find, all: () => [...known.values()] }
}

export function createCounter(described: Described): (...values: readonly string[]) => void {
  const { find, all } = createSeries(described, () => ({ count: 0 }))
  const samples = (): Sample[] => all().map(({ labels, value }) => ({ labels, value: value.count }))
  addSource(() => ({ ...described, type: 'counter', aggregator: 'sum', values: samples() }))
  if (described.labelNames.length === 0) find()
  return (...values) => void (find(...values).count += 1)
}

/** A value that every process reads from the database; absent until it is set. */
export function createGauge({ name, help }: Pick<Described, 'name' | 'help'>): (value: number) => void {
  const values: Sample[] = []
  addSource(() => ({ name, help, type: 'gauge', aggregator: 'max', values: [...values] }))
  return (value) => void values.splice(0, 1, { labels: {}, value })
}

type Observed = { sum: number; count: number; readonly counts: number[] }

/** `buckets` are upper limits in seconds, ascending. The returned function observes seconds. */
export function createHistogram(described: Described & { readonly buckets: readonly number[] }) {
  const { buckets } = described
  const { find, all } = createSeries<Observed>(described, () => ({ sum: 0, count: 0, counts: buckets.map(() => 0) }))
  addSource(() => ({
    ...described,
    type: 'histogram',
    aggregator: 'sum',
    values: all().flatMap(({ labels, value }) => samplesOf(described, labels, value)),
  }))
  if (described.labelNames.length === 0) find()
  return (seconds: number, ...values: readonly string[]): void => {
    const observed = find(...values)
    observed.sum += seconds
    observed.count += 1
    const bucket = buckets.findIndex((limit) => seconds <= limit)
    if (bucket >= 0) observed.counts[bucket] = (observed.counts[bucket] ?? 0) + 1
  }
}

type Bounded = Described & { readonly buckets: readonly number[] }

/** Buckets are cumulative (Prometheus exposition format). */
function samplesOf({ name, buckets }: Bounded, labels: Labels, { sum, count, counts }: Observed): Sample[] {
  let below = 0
  const limited = buckets.map((le, index) => {
    below += counts[index] ?? 0
    return { labels: { le, ...labels }, value: below, metricName: `${name}_bucket` }
  })
  return [
    ...limited,
    { labels: { le: '+Inf', ...labels }, value: count, metricName: `${name}_bucket` },
    { labels, value: sum, metricName: `${name}_sum` },
    { labels, value: count, metricName: `${name}_count` },
  ]
}
