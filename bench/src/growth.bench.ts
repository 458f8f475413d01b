/**
 * `npm run bench:growth`: throughput, latency and cost by users, rows and processes, on a durable PostgreSQL. Compared targets
 * take turns.
 */
import { parseArgs } from 'node:util'
import { startCountersign } from './countersign/start-countersign.ts'
import { startFloor } from './floor/start-floor.ts'
import { fillTables } from './growth/fill-tables.ts'
import { formatGrowths, writeGrowthReport } from './growth/growth-report.ts'
import { type Footprint, measureFootprints, untilAuditTrailIsWritten } from './growth/measure-footprints.ts'
import { type Growth, measureGrowth } from './growth/measure-growth.ts'
import { untimed } from './load/run-load.ts'
import type { MeasuredPostgres } from './measure/durable-database.ts'
import { warmUp } from './measure/measure.ts'
import type { Target } from './measure/target.ts'

const SERVED = [
  ['provider and core apart', 'apart'],
  ['two workers', 'workers'],
] as const
const WARM_UP_SECONDS = 30

const HELP = `npm run bench:growth -- [options]

  --rows <n>   in each hot table, at most; a tenth of them is measured on the way there; 10000000 if left out
  --only <s>   of apart, workers, rows: those named; printed and not written down
  --quick      a round of half a second each, printed and not written down
`

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000000' },
    only: { type: 'string', default: 'apart,workers,rows' },
    quick: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.log(HELP)
  process.exit(0)
}
const load = values.quick ? { seconds: 0.5, rounds: 1 } : { seconds: 1.5, rounds: 3 }
const [floor, plain] = await Promise.all([
  startFloor('postgresql', 'together'),
  startCountersign('postgresql', 'together'),
])

for (const target of [floor, plain]) await warmUp(target, 'flow', WARM_UP_SECONDS)
const growths: Growth[] = []
let footprints: readonly Footprint[] = []
try {
  for (const [change, served] of SERVED.filter((each) => values.only.includes(each[1]))) {
    await withTarget(startCountersign('postgresql', served), async (changed) => {
      growths.push(await measureGrowth(change, { floor, plain, changed }, load))
    })
  }
  if (values.only.includes('rows'))
    await withTarget(startCountersign('postgresql', 'together'), async (changed) => {
      let filled = 0
      for (const rows of [Number(values.rows) / 10, Number(values.rows)]) {
        await fill(changed, { from: filled + 1, to: rows })
        filled = rows
        growths.push(await measureGrowth(`${rows.toLocaleString('en')} rows a table`, { floor, plain, changed }, load))
      }
      footprints = await measureFootprints(postgresOf(changed), plain)
    })
} finally {
  await Promise.all([floor.stop(), plain.stop()])
}
console.log(`\n${formatGrowths(growths, footprints)}`)
if (!values.quick && growths.length === SERVED.length + 2) writeGrowthReport(growths, footprints)

async function withTarget(starting: Promise<Target>, work: (target: Target) => Promise<void>): Promise<void> {
  const target = await starting
  try {
    await warmUp(target, 'flow', WARM_UP_SECONDS)
    await work(target)
  } finally {
    await target.stop()
  }
}

async function fill(target: Target, numbers: Parameters<typeof fillTables>[1]): Promise<void> {
  const startedAt = performance.now()
  // Each table needs a row to copy.
  await target.walks.flow(untimed, 0)
  await target.walks.refresh(untimed, 0)
  await untilAuditTrailIsWritten()
  await fillTables(postgresOf(target), numbers)
  console.log(`Row ${numbers.from} to ${numbers.to} in ${Math.round((performance.now() - startedAt) / 1_000)} s`)
}

function postgresOf({ database: { postgres } }: Target): MeasuredPostgres {
  if (!postgres) throw new Error('This is no PostgreSQL.')
  return postgres
}
