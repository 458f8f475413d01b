import { existsSync, readFileSync } from 'node:fs'
import type { Comparison } from '../comparison/compare.ts'
import type { Footprint } from '../growth/measure-footprints.ts'
import type { Growth } from '../growth/measure-growth.ts'
import type { Workload } from '../measure/target.ts'
import { markdownTable } from '../report/markdown-table.ts'
import { writeBlock } from '../report/marked-block.ts'
import {
  ASSUMED,
  bytesKept,
  bytesOfDailySignIn,
  type Cost,
  type Costs,
  costOfSignIn,
  reckonNeed,
} from './scale-arithmetic.ts'

const FLOW = new URL('../../results/flow.json', import.meta.url)
const GROWTH = new URL('../../results/growth.json', import.meta.url)
const GUIDE = new URL('../../../docs/guides/scale.md', import.meta.url)

const POPULATIONS = [
  { people: 1e6, signInsADay: 1 },
  { people: 1e6, signInsADay: 10 },
  { people: 1e8, signInsADay: 1 },
  { people: 1e9, signInsADay: 0.1 },
  { people: 1e9, signInsADay: 1 },
  { people: 1e9, signInsADay: 10 },
]

type Flows = { readonly comparisons: readonly Comparison[] }
type Growths = { readonly growths: readonly Growth[]; readonly footprints: readonly Footprint[] }

/** Writes the arithmetic of the scale guide from what was measured last; nothing as long as one of the two never was. */
export function writeScaleGuide(): void {
  if (![FLOW, GROWTH].every(existsSync)) return
  const flows = JSON.parse(readFileSync(FLOW, 'utf8')) as Flows
  const growth = JSON.parse(readFileSync(GROWTH, 'utf8')) as Growths
  const measured = { costs: costsOf(flows), footprints: growth.footprints }
  writeBlock(
    GUIDE,
    'scale',
    [formatCosts(measured.costs), formatDisk(measured.footprints), formatNeeds(measured)].join('\n\n'),
  )
}

function costsOf({ comparisons }: Flows): Costs {
  const costOf = (workload: Workload): Cost => {
    const found = comparisons.find((each) => {
      return each.workload === workload && each.engine === 'postgresql' && each.arrangement === 'together'
    })
    const { serverMicroseconds = 0, postgresMicroseconds = 0 } = found?.countersign ?? {}
    return { server: serverMicroseconds, postgres: postgresMicroseconds }
  }
  return { flow: costOf('flow'), refresh: costOf('refresh'), introspection: costOf('introspection') }
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
  const cells = rows.map(([what, { server, postgres }]) => [
    what,
    String(Math.round(server)),
    String(Math.round(postgres)),
  ])
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

function formatNeeds(measured: { readonly costs: Costs; readonly footprints: readonly Footprint[] }): string {
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
    const need = reckonNeed(population, measured)
    const { peakPerSecond, serverCores, postgresCores, terabytes, servers, shards } = need
    const figures = [
      population.people,
      population.signInsADay,
      peakPerSecond,
      serverCores,
      postgresCores,
      terabytes,
      servers,
      shards,
    ]
    return figures.map((figure) => figure.toLocaleString('en', { maximumSignificantDigits: 2 }))
  })
  return markdownTable([head, ...rows])
}
