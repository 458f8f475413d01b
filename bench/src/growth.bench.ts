/**
 * `npm run bench:growth`: what becomes of throughput, latency and cost with the number of people at once, of rows and of
 * processes, on a durable PostgreSQL. What is compared is under load in turn, in the same minute.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startCountersign } from './countersign/start-countersign.ts'
import { startFloor } from './floor/start-floor.ts'
import { type FilledTable, fillTables } from './growth/fill-tables.ts'
import { type Growth, measureGrowth } from './growth/measure-growth.ts'
import { untimed } from './load/run-load.ts'
import type { Target } from './measure/target.ts'
import { formatGrowths } from './report/growth-tables.ts'
import { writeGrowthReport } from './report/write-growth-report.ts'

/** Until what the last flow left in the audit trail is a row. */
const AUDIT_TRAIL_WRITTEN_MS = 2_000

const HELP = `npm run bench:growth -- [options]

  --rows <n>   in each hot table, at most; a tenth of them is measured on the way there; 10000000 if left out
  --quick      a round of half a second each, printed and not written down
`

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000000' },
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

const growths: Growth[] = []
let tables: readonly FilledTable[] = []
try {
  await withTarget(startCountersign('postgresql', 'apart'), async (changed) => {
    growths.push(await measureGrowth('provider and core apart', { floor, plain, changed }, load))
  })
  await withTarget(startCountersign('postgresql', 'together'), async (changed) => {
    let filled = 0
    for (const rows of [Number(values.rows) / 10, Number(values.rows)]) {
      tables = await fill(changed, { from: filled + 1, to: rows })
      filled = rows
      growths.push(
        await measureGrowth(`${rows.toLocaleString('en')} rows in each hot table`, { floor, plain, changed }, load),
      )
    }
  })
} finally {
  await Promise.all([floor.stop(), plain.stop()])
}
console.log(`\n${formatGrowths(growths, tables)}`)
if (!values.quick) writeGrowthReport(growths, tables)

async function withTarget(starting: Promise<Target>, work: (target: Target) => Promise<void>): Promise<void> {
  const target = await starting
  try {
    await work(target)
  } finally {
    await target.stop()
  }
}

async function fill({ walks, database }: Target, numbers: Parameters<typeof fillTables>[1]): Promise<FilledTable[]> {
  if (!database.postgres) throw new Error('Only PostgreSQL is filled.')
  const startedAt = performance.now()
  await walks.flow(untimed, 0)
  await pause(AUDIT_TRAIL_WRITTEN_MS)
  const filled = await fillTables(database.postgres, numbers)
  console.log(`Row ${numbers.from} to ${numbers.to} in ${Math.round((performance.now() - startedAt) / 1_000)} s`)
  return filled
}
