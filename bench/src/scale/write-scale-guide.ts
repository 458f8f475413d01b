import { readFileSync, writeFileSync } from 'node:fs'
import { markdownTable, writeBlock } from '../report/report.ts'
import {
  ASSUMED,
  bytesKept,
  bytesOfDailySignIn,
  type Cost,
  type Costs,
  costOfSignIn,
  type Footprint,
  reckonNeed,
} from './scale-arithmetic.ts'

const MEASURED = new URL('../../results/scale.json', import.meta.url)
const GUIDE = new URL('../../../docs/guides/scale.md', import.meta.url)

const POPULATIONS = [
  { people: 1e6, signInsADay: 1 },
  { people: 1e6, signInsADay: 10 },
  { people: 1e8, signInsADay: 1 },
  { people: 1e9, signInsADay: 0.1 },
  { people: 1e9, signInsADay: 1 },
  { people: 1e9, signInsADay: 10 },
]

type Measured = { readonly costs: Costs; readonly footprints: readonly Footprint[] }

/** Writes the scale guide's tables from the latest costs; footprints stay as measured in November 2026. */
export function writeScaleGuide(costs: Costs): void {
  const measured: Measured = { ...JSON.parse(readFileSync(MEASURED, 'utf8')), costs }
  writeFileSync(MEASURED, `${JSON.stringify(measured, undefined, 2)}\n`)
  const tables = [formatCosts(measured.costs), formatDisk(measured.footprints), formatNeeds(measured)]
  writeBlock(GUIDE, 'scale', tables.join('\n\n'))
}

function formatCosts(costs: Costs): string {
  const { refreshes, introspections } = ASSUMED
  const rows: readonly (readonly [string, Cost])[] = [
    ['a flow', costs.flow],
    ['a refresh', costs.refresh],
    ['an introspection', costs.introspection],
    [
      `a sign-in: a flow, ${refreshes} refreshes and ${introspections} introspections until the next one`,
      costOfSignIn(costs),
    ],
  ]
  const cells = rows.map(([what, { server, postgres }]) =>
    [what].concat([server, postgres].map(Math.round).map(String)),
  )
  return markdownTable([['CPU time', 'server, µs', 'PostgreSQL, µs'], ...cells])
}

function formatDisk(footprints: readonly Footprint[]): string {
  const kilobytes = (bytes: number): string => (bytes / 1e3).toFixed(1)
  const rows = footprints
    .filter((footprint) => bytesKept(footprint) > 0)
    .map((each) => {
      const figures = [each.bytesPerRow, each.rowsPerFlow, each.rowsPerRefresh, ASSUMED.daysKept[each.table] ?? 0]
      return [`\`${each.table}\``].concat(figures.map(String), kilobytes(bytesKept(each)))
    })
  const all = ['all', '', '', '', '', kilobytes(bytesOfDailySignIn(footprints))]
  return markdownTable([
    ['of a sign-in', 'bytes a row', 'rows a flow', 'rows a refresh', 'days kept', 'kB on disk, of one a day'],
    ...rows,
    all,
  ])
}

function formatNeeds(measured: Measured): string {
  const head = [
    'people',
    'sign-ins a day, of each',
    'a second, busiest hour',
    'server cores',
    'PostgreSQL cores',
    'TB',
    'servers',
    'shards',
  ]
  const rows = POPULATIONS.map((population) => {
    const figures = Object.values({ ...population, ...reckonNeed(population, measured) })
    return figures.map((figure) => figure.toLocaleString('en', { maximumSignificantDigits: 2 }))
  })
  return markdownTable([head, ...rows])
}
