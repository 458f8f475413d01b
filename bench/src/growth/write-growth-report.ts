import { writeFileSync } from 'node:fs'
import { drawLines } from '../report/line-chart.ts'
import { MACHINE, MEASURED_ON } from '../report/machine.ts'
import { writeBlock } from '../report/marked-block.ts'
import { formatGrowths } from './growth-tables.ts'
import type { Footprint } from './measure-footprints.ts'
import type { Growth } from './measure-growth.ts'

const ROOT = new URL('../../../', import.meta.url)
const CHART = 'docs/images/growth.svg'
const CAPTION = 'Whole flows a second, by how many people are there at once'

/** Writes the results as JSON, as a chart, and into the README. */
export function writeGrowthReport(growths: readonly Growth[], footprints: readonly Footprint[]): void {
  const json = JSON.stringify({ machine: MACHINE, growths, footprints }, undefined, 2)
  writeFileSync(new URL('bench/results/growth.json', ROOT), `${json}\n`)
  writeFileSync(new URL(CHART, ROOT), drawChart(growths))
  const block = [MEASURED_ON, `![${CAPTION}](../${CHART})`, formatGrowths(growths, footprints)].join('\n\n')
  writeBlock(new URL('bench/README.md', ROOT), 'growth', block)
}

function drawChart(growths: readonly Growth[]): string {
  const last = growths.at(-1)?.atOnce ?? []
  const labels = last.map(({ people }) => String(people))
  return drawLines(CAPTION, labels, [
    { name: 'floor', values: last.map(({ floor }) => floor.perSecond) },
    { name: 'one process', values: last.map(({ plain }) => plain.perSecond) },
    ...growths.map(({ change, atOnce }) => ({ name: change, values: atOnce.map(({ changed }) => changed.perSecond) })),
  ])
}
