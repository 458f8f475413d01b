import { STEPS } from '../load/run-load.ts'
import type { Measurement } from '../measure/measure.ts'
import { WORKLOADS, type Workload } from '../measure/target.ts'
import { MEASURED_ON, markdownTable, writeBlock } from '../report/report.ts'
import type { Cost, Costs } from '../scale/scale-arithmetic.ts'
import { writeScaleGuide } from '../scale/write-scale-guide.ts'
import type { Comparison } from './compare.ts'

const ENGINE_NAMES = { postgresql: 'PostgreSQL', embedded: 'embedded' } as const

/** "flow, PostgreSQL, together". */
function nameOf({ workload, engine, arrangement }: Comparison): string {
  return `${workload}, ${ENGINE_NAMES[engine]}, ${arrangement}`
}

/** Empty if not counted. */
export function countOf({ statements }: Pick<Comparison, 'statements'>): string {
  return statements.length > 0 ? statements.reduce((sum, { calls }) => sum + calls, 0).toFixed(2) : ''
}

export function formatComparisons(comparisons: readonly Comparison[]): string {
  const rows = comparisons.flatMap((each) => [
    [nameOf(each), String(each.people), ...cellsOf(each.countersign, each.ofFloor, countOf(each))],
    ['its floor', String(each.people), ...cellsOf(each.floor, 1, '')],
  ])
  return markdownTable([['each', 'people', ...COLUMNS], ...rows])
}

export const COLUMNS = [
  'a second',
  'of the floor',
  'server µs',
  'PostgreSQL µs',
  'statements',
  'p50 ms',
  'p99 ms',
  'MiB',
]

export function cellsOf(measured: Measurement, ofFloor: number, statements: string): string[] {
  const { perSecond, serverMicroseconds = '', postgresMicroseconds = '', whole, residentMiB } = measured
  const costs = [perSecond, ofFloor, serverMicroseconds, postgresMicroseconds, statements]
  return [...costs, whole.p50Ms, whole.p99Ms, residentMiB].map(String)
}

/** Latency of each step, and the highest ratio of p99 to median. */
function formatSteps(comparisons: readonly Comparison[]): string {
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

export function formatStatements(comparisons: readonly Comparison[]): string {
  const rows = comparisons.flatMap(({ workload, statements }) =>
    statements
      .filter(({ calls }) => calls > 0.01)
      .map(({ text, calls, meanMicroseconds }) =>
        [workload, calls.toFixed(2), meanMicroseconds, text.slice(0, TEXT_CHARACTERS)].map(String),
      ),
  )
  return markdownTable([['', 'calls', 'µs', 'statement'], ...rows])
}

const ROOT = new URL('../../../', import.meta.url)
/** Only these people's throughput is listed. */
const PEOPLE = 16

/** Writes the README and the scale guide. */
export function writeComparisonReport(comparisons: readonly Comparison[]): void {
  const told = comparisons.filter(({ people }) => people === PEOPLE)
  const tables = [MEASURED_ON, summarise(told), formatSteps(comparisons)]
  writeBlock(new URL('bench/README.md', ROOT), 'flow', tables.join('\n\n'))
  writeScaleGuide(costsOf(told))
}

/** On PostgreSQL, in one process. */
function costsOf(comparisons: readonly Comparison[]): Costs {
  const costOf = (workload: Workload): Cost => {
    const found = comparisons.find((each) => {
      return each.workload === workload && each.engine === 'postgresql' && each.arrangement === 'together'
    })
    const { serverMicroseconds = 0, postgresMicroseconds = 0 } = found?.countersign ?? {}
    return { server: serverMicroseconds, postgres: postgresMicroseconds }
  }
  return { flow: costOf('flow'), refresh: costOf('refresh'), introspection: costOf('introspection') }
}

function summarise(comparisons: readonly Comparison[]): string {
  const rows = comparisons.map((each) => [nameOf(each), ...cellsOf(each.countersign, each.ofFloor, countOf(each))])
  return markdownTable([['each', ...COLUMNS], ...rows])
}
