import { MEASURED_ON, markdownTable, writeBlock } from '../report/report.ts'
import { writeScaleGuide } from '../scale/write-scale-guide.ts'
import type { Footprint } from './measure-footprints.ts'
import type { Growth } from './measure-growth.ts'

/** Users at which CPU time is compared. */
const COMPARED_AT = 32

export function formatGrowths(growths: readonly Growth[], footprints: readonly Footprint[]): string {
  const sizes = footprints.length > 0 ? [formatSizes(footprints)] : []
  return [formatPeople(growths), formatChanges(growths), ...sizes].join('\n\n')
}

/** One process on an empty database, measured beside the last change. */
function formatPeople(growths: readonly Growth[]): string {
  const rows = (growths.at(-1)?.atOnce ?? []).map(({ people, floor, plain, plainOfFloor }) => [
    people,
    plain.perSecond,
    floor.perSecond,
    plainOfFloor,
    plain.whole.p50Ms,
    plain.whole.p99Ms,
    plain.serverMicroseconds ?? '',
    plain.postgresMicroseconds ?? '',
  ])
  const head = ['people at once', 'flows/s', 'floor', 'of it', 'p50 ms', 'p99 ms', 'server µs', 'PostgreSQL µs']
  return markdownTable([head, ...rows.map((cells) => cells.map(String))])
}

function formatChanges(growths: readonly Growth[]): string {
  const people = growths[0]?.atOnce.map((each) => `${each.people} at once`) ?? []
  const rows = growths.map(({ change, atOnce }) => {
    const costs = atOnce
      .filter((each) => each.people === COMPARED_AT)
      .flatMap(({ plain, changed }) => [
        `${plain.serverMicroseconds} → ${changed.serverMicroseconds}`,
        `${plain.postgresMicroseconds} → ${changed.postgresMicroseconds}`,
      ])
    return [change].concat(
      atOnce.map(({ changedOfPlain }) => changedOfPlain.toFixed(2)),
      costs,
    )
  })
  const costsHead = ['server', 'PostgreSQL'].map((what) => `${what} µs a flow, ${COMPARED_AT} at once`)
  return markdownTable([['flows/s with it, of those without', ...people, ...costsHead], ...rows])
}

function formatSizes(footprints: readonly Footprint[]): string {
  const rows = footprints.map(({ table, bytesPerRow }) => [`\`${table}\``, String(bytesPerRow)])
  return markdownTable([['table', 'bytes a row, indexes included'], ...rows])
}

const ROOT = new URL('../../../', import.meta.url)
export function writeGrowthReport(growths: readonly Growth[], footprints: readonly Footprint[]): void {
  const block = [MEASURED_ON, formatGrowths(growths, footprints)].join('\n\n')
  writeBlock(new URL('bench/README.md', ROOT), 'growth', block)
  writeScaleGuide({ footprints })
}
