import { writeFileSync } from 'node:fs'
import { MACHINE, MEASURED_ON } from '../report/machine.ts'
import { markdownTable } from '../report/markdown-table.ts'
import { writeBlock } from '../report/marked-block.ts'
import { drawShares } from '../report/share-chart.ts'
import type { Comparison } from './compare.ts'
import { countOf, formatComparisons, formatSteps, nameOf } from './comparison-tables.ts'

const ROOT = new URL('../../../', import.meta.url)
const CHART = 'docs/images/of-the-floor.svg'
/** Of those measured, the number of people whose throughput is told. */
const PEOPLE = 16

/** Writes the results as JSON, as a chart, and into both READMEs. */
export function writeComparisonReport(comparisons: readonly Comparison[]): void {
  const told = comparisons.filter(({ people }) => people === PEOPLE)
  writeFileSync(
    new URL('bench/results/flow.json', ROOT),
    `${JSON.stringify({ machine: MACHINE, comparisons }, undefined, 2)}\n`,
  )
  writeFileSync(new URL(CHART, ROOT), drawChart(told))
  writeBlock(
    new URL('bench/README.md', ROOT),
    'flow',
    [MEASURED_ON, formatComparisons(told), formatSteps(comparisons)].join('\n\n'),
  )
  writeBlock(new URL('README.md', ROOT), 'flow', [summarise(told), `![${describe(told)}](${CHART})`].join('\n\n'))
}

function drawChart(comparisons: readonly Comparison[]): string {
  return drawShares(
    'Share of what a bare node:http server doing the same statements reaches',
    comparisons.map((each) => ({
      label: nameOf(each),
      share: each.ofFloor,
      note: `${each.countersign.perSecond} of ${each.floor.perSecond} a second`,
    })),
  )
}

function describe(comparisons: readonly Comparison[]): string {
  return `Share of the throughput of a bare server. ${comparisons.map((each) => `${nameOf(each)}: ${each.ofFloor}`).join('; ')}`
}

function summarise(comparisons: readonly Comparison[]): string {
  const head = ['', 'a second', 'of the floor', 'server CPU, µs each', 'PostgreSQL CPU, µs each', 'statements each']
  const rows = comparisons.map((each) => {
    const { perSecond, serverMicroseconds = '', postgresMicroseconds = '' } = each.countersign
    return [nameOf(each), perSecond, each.ofFloor, serverMicroseconds, postgresMicroseconds, countOf(each)].map(String)
  })
  return markdownTable([head, ...rows])
}
