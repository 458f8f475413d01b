import type { Comparison } from '../measure/compare.ts'
import type { Measurement } from '../measure/measure.ts'
import { formatTable } from './format-table.ts'

const PER = { flow: 'flows', refresh: 'refreshes', introspection: 'introspections' } as const

/** One line for Countersign and one for its floor. */
export function formatComparisons(comparisons: readonly Comparison[]): string {
  const head = ['', 'a second', 'of the floor', 'server µs', 'PostgreSQL µs', 'statements', 'p50 ms', 'p99 ms']
  const rows = comparisons.flatMap((each) => {
    const { engine, arrangement, workload, people, statements } = each
    const calls = statements.reduce((sum, statement) => sum + statement.calls, 0)
    const what = `${PER[workload]}, ${engine}, ${arrangement}, ${people} people`
    const count = statements.length > 0 ? calls.toFixed(2) : ''
    return [
      [what, ...cells(each.countersign, String(each.ofFloor), count)],
      [`floor of ${what}`, ...cells(each.floor, '1', '')],
    ]
  })
  return formatTable([head, ...rows])
}

function cells(measured: Measurement, ofFloor: string, statements: string): string[] {
  const { perSecond, serverMicroseconds = '', postgresMicroseconds = '', whole } = measured
  return [perSecond, ofFloor, serverMicroseconds, postgresMicroseconds, statements, whole.p50Ms, whole.p99Ms].map(
    String,
  )
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
  return formatTable([['', 'calls', 'µs', 'statement'], ...rows])
}
