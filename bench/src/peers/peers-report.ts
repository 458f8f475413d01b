import { COLUMNS, cellsOf, countOf } from '../comparison/comparison-report.ts'
import type { CountedStatement } from '../measure/count-statements.ts'
import { MEASURED_ON, markdownTable, writeBlock } from '../report/report.ts'
import type { PeerMeasured, PeersCompared } from './compare-peers.ts'

const DEAREST = 3
const TEXT_CHARACTERS = 140

/** Costs, then the dearest statements of each. */
export function formatPeers(compared: PeersCompared): string {
  return [...circumstancesOf(compared), formatCosts(compared.measured), formatStatements(compared.measured)].join(
    '\n\n',
  )
}

function circumstancesOf({ postgresVersion, otherLoad, leftOut }: PeersCompared): string[] {
  const before = `PostgreSQL ${postgresVersion}, durable; 16 people at once. Before it began, the machine had a load of ${otherLoad}.`
  return [`${MEASURED_ON} ${before}`, ...leftOut]
}

function formatCosts(measured: readonly PeerMeasured[]): string {
  const rows = measured.map((each) => [
    `${each.workload}, ${each.title}`,
    ...cellsOf(each.measured, each.ofFloor, countOf(each)),
    String(each.errors),
  ])
  return markdownTable([['each', ...COLUMNS, 'errors'], ...rows])
}

function formatStatements(measured: readonly PeerMeasured[]): string {
  const rows = measured.flatMap(({ workload, title, statements }) =>
    statements
      .filter((each) => costOf(each) > 0)
      .toSorted((left, right) => costOf(right) - costOf(left))
      .slice(0, DEAREST)
      .map((each) => [`${workload}, ${title}`, String(costOf(each)), each.calls.toFixed(2), quote(each.text)]),
  )
  return markdownTable([['the three dearest of each', 'µs', 'calls', 'statement'], ...rows])
}

/** Microseconds of all calls, by PostgreSQL's clock. */
function costOf({ calls, meanMicroseconds }: CountedStatement): number {
  return Math.round(calls * meanMicroseconds)
}

function quote(text: string): string {
  return `\`${text.slice(0, TEXT_CHARACTERS).replaceAll('|', '\\|').replaceAll('`', "'")}\``
}

const ROOT = new URL('../../../', import.meta.url)

/** Writes the README. */
export function writePeersReport(compared: PeersCompared): void {
  const block = [...circumstancesOf(compared), formatCosts(compared.measured)].join('\n\n')
  writeBlock(new URL('bench/README.md', ROOT), 'peers', block)
}
