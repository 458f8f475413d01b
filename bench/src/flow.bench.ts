/**
 * `npm run bench`: whole flows, refreshes and introspections under load, on each database, in one process and in two, next
 * to the least that any server could do. `npm run bench -- --help` lists what can be left out.
 */
import { parseArgs } from 'node:util'
import { ENGINES } from '@countersign/testing'
import { type Comparison, compare, type Plan } from './measure/compare.ts'
import { ARRANGEMENTS, WORKLOADS } from './measure/target.ts'
import { formatComparisons, formatStatements } from './report/comparison-tables.ts'

const HELP = `npm run bench -- [options]

  --only <words>   engines (${ENGINES.join(', ')}), arrangements (${ARRANGEMENTS.join(', ')}) and workloads
                   (${WORKLOADS.join(', ')}), separated by commas; all of them if left out
  --quick          a few seconds of each, printed and not written down
  --people <n>     at once; 16 and 32 if left out
  --statements     list the statements of each
`

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    people: { type: 'string' },
    quick: { type: 'boolean', default: false },
    statements: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.log(HELP)
  process.exit(0)
}

const chosen = <Name extends string>(names: readonly Name[]): readonly Name[] => {
  const named = names.filter((name) => values.only.split(',').includes(name))
  return named.length > 0 ? named : names
}

const people = values.people === undefined ? [16, 32] : [Number(values.people)]
const loads = people.flatMap((count) => chosen(WORKLOADS).map((workload) => ({ workload, people: count })))
const FULL: Plan = { workloads: loads, rounds: 3, seconds: 2, warmUpSeconds: 1 }
const QUICK: Plan = { workloads: loads.slice(0, chosen(WORKLOADS).length), rounds: 2, seconds: 1.2, warmUpSeconds: 0.8 }

const comparisons: Comparison[] = []
for (const engine of chosen(ENGINES)) {
  for (const arrangement of chosen(ARRANGEMENTS)) {
    const found = await compare(engine, arrangement, values.quick ? QUICK : FULL)
    console.log(`${formatComparisons(found)}\n`)
    if (values.statements) console.log(`${formatStatements(found)}\n`)
    comparisons.push(...found)
  }
}
