/**
 * `npm run bench`: flows, refreshes and introspections under load, on each database, in one process and in two, next to a
 * floor. Options: `npm run bench -- --help`.
 */
import { parseArgs } from 'node:util'
import { ENGINES, type Engine } from '@countersign/testing'
import { type Comparison, compare, type Plan } from './comparison/compare.ts'
import { formatComparisons, formatStatements, writeComparisonReport } from './comparison/comparison-report.ts'
import { ARRANGEMENTS, type Arrangement, WORKLOADS } from './measure/target.ts'
import { comparePeers, PEER_NAMES } from './peers/compare-peers.ts'
import { formatPeers, writePeersReport } from './peers/peers-report.ts'

const HELP = `npm run bench -- [options]

  --only <words>   engines (${ENGINES.join(', ')}), arrangements (${ARRANGEMENTS.join(', ')}) and workloads
                   (${WORKLOADS.join(', ')}), separated by commas; all of them if left out
  --quick          a few seconds of each, printed and not written down
  --people <n>     at once; 16 and 32 if left out
  --signing-floor  a floor that makes and checks a flow's signatures too
  --statements     list the statements of each
  --peers          beside servers that could be used instead, each installed when first needed; --only takes
                   ${PEER_NAMES.join(', ')} and workloads
`

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    people: { type: 'string' },
    quick: { type: 'boolean', default: false },
    'signing-floor': { type: 'boolean', default: false },
    peers: { type: 'boolean', default: false },
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
const SECONDS = { flow: 1.5, refresh: 0.8, introspection: 0.8 }
/** Some peers do few flows a second. */
const longer = values.peers ? 2 : 1
const loads = people.flatMap((count) =>
  chosen(WORKLOADS).map((workload) => ({ workload, people: count, seconds: longer * SECONDS[workload] })),
)
const FULL: Plan = { loads, rounds: 5, warmUpSeconds: 30 }
const QUICK: Plan = { loads: loads.slice(0, chosen(WORKLOADS).length), rounds: 3, warmUpSeconds: 5 }

if (values['signing-floor']) process.env['FLOOR_SIGNS'] = 'yes'

await (values.peers ? benchPeers() : benchFloor())

async function benchFloor(): Promise<void> {
  const comparisons: Comparison[] = []
  for (const engine of chosen(ENGINES).toReversed()) {
    for (const arrangement of chosen(ARRANGEMENTS)) {
      comparisons.push(...(await compareAll(engine, arrangement)))
    }
  }
  const isWhole = !values['signing-floor'] && !values.quick && values.only === '' && values.people === undefined
  if (isWhole) writeComparisonReport(comparisons)
}

async function benchPeers(): Promise<void> {
  const plan = values.quick ? QUICK : FULL
  const found = await comparePeers(chosen(PEER_NAMES), { ...plan, loads: QUICK.loads })
  console.log(`\n${formatPeers(found)}`)
  if (!values.quick && values.only === '' && values.people === undefined) writePeersReport(found)
}

async function compareAll(engine: Engine, arrangement: Arrangement): Promise<Comparison[]> {
  const found = await compare(engine, arrangement, values.quick ? QUICK : FULL)
  console.log(`${formatComparisons(found)}\n`)
  if (values.statements) console.log(`${formatStatements(found)}\n`)
  return found
}
