import { STEPS } from '../load/run-load.ts'
import type { Measurement } from '../measure/measure.ts'
import { WORKLOADS } from '../measure/target.ts'
import { markdownTable } from '../report/markdown-table.ts'
import type { Comparison } from './compare.ts'

const ENGINE_NAMES = { postgresql: 'PostgreSQL', embedded: 'embedded' } as const

/** "flow, PostgreSQL, together". */
export function nameOf({ workload, engine, arrangement }: Comparison): string {
  return `${workload}, ${ENGINE_NAMES[engine]}, ${arrangement}`
}

/** Statements each takes; empty if not counted. */
export function countOf({ statements }: Comparison): string {
  return statements.length > 0 ? statements.reduce((sum, { calls }) => sum + calls, 0).toFixed(2) : ''
}

/** One line for Countersign and one for its floor. */
export function formatComparisons(comparisons: readonly Comparison[]): string {
  const head = [
    'each',
    'people',
    'a second',
    'of the floor',
    'server µs',
    'PostgreSQL µs',
    'statements',
    'p50 ms',
    'p99 ms',
    'MiB',
  ]
  const rows = comparisons.flatMap((each) => [
    [nameOf(each), ...cells(each, each.countersign, String(each.ofFloor), countOf(each))],
    ['its floor', ...cells(each, each.floor, '1', '')],
  ])
  return markdownTable([head, ...rows])
}

function cells({ people }: Comparison, measured: Measurement, ofFloor: string, statements: string): string[] {
  const { perSecond, serverMicroseconds = '', postgresMicroseconds = '', whole, residentMiB } = measured
  const costs = [perSecond, ofFloor, serverMicroseconds, postgresMicroseconds, statements]
  return [people, ...costs, whole.p50Ms, whole.p99Ms, residentMiB].map(String)
}

/** How long each step takes, and the most that a p99 is above its median. */
export function formatSteps(comparisons: readonly Comparison[]): string {
  const together = Map.groupBy(comparisons, ({ engine, arrangement, people }) =>
    [ENGINE_NAMES[engine], arrangement, `${people} people`].join(', '),
  )
  const rows = [...together].map(([what, each]) => {
    const latencies = each.flatMap(({ workload, countersign: { steps, whole } }) =>
      workload === 'flow' ? STEPS.map((name) => steps[name]) : [whole],
    )
    const most = Math.max(...latencies.map(({ p50Ms, p99Ms }) => p99Ms / p50Ms))
    const times = latencies.map(({ p50Ms, p99Ms }) => `${p50Ms} / ${p99Ms}`)
    return [what].concat(times, most.toFixed(1))
  })
  const others = WORKLOADS.filter((workload) => workload !== 'flow')
  return markdownTable([['p50 / p99 ms', ...STEPS, ...others, 'most p99 ÷ p50'], ...rows])
}

const TEXT_CHARACTERS = 110

/** The statements of each, how often each ran and how long PostgreSQL was at it. */
export function formatStatements(comparisons: readonly Comparison[]): string {
  const rows = comparisons.flatMap(({ workload, statements }) =>
    statements
      .filter(({ calls }) => calls > 0.01)
      .map(({ text, calls, meanMicroseconds }) => [
        workload,
        calls.toFixed(2),
        String(meanMicroseconds),
        text.slice(0, TEXT_CHARACTERS),
      ]),
  )
  return markdownTable([['', 'calls', 'µs', 'statement'], ...rows])
}
