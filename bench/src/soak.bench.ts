/**
 * `npm run bench:soak -- --minutes 10`: provider and core in one process under flows and vault changes, on a PostgreSQL that
 * fails in many ways; resources before and after, and lost data. Needs root, for a disk that fills up.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openDatabase } from '@countersign/service/sql'
import { type SignedUp, signUpForToken, startNetwork, startPostgres } from '@countersign/testing'
import { runFlow } from './countersign/flow.ts'
import { copyPeople } from './countersign/set-up.ts'
import { checkAcknowledged } from './faults/check-acknowledged.ts'
import { keepBusy } from './faults/keep-busy.ts'
import { newLedger, noteFailure } from './faults/ledger.ts'
import { conclude, describeOutcome } from './faults/outcome.ts'
import { runFaults } from './faults/shocks.ts'
import { createHttpClient } from './load/http-client.ts'
import { runLoad } from './load/run-load.ts'
import type { Resources } from './measure/resources.ts'
import { startServerProcess } from './measure/server-process.ts'
import { markdownTable } from './report/report.ts'
import { listFaults, mountSmallDisk } from './soak/faults.ts'

const CALM_MS = 15_000
const WARM_UP_SECONDS = 10
const PEOPLE = 3_000
const CROWD = 1_500
const README = new URL('../README.md', import.meta.url)

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } })
const disk = mountSmallDisk()
process.env['TMPDIR'] = disk.folder
const postgres = await startPostgres({ durable: true })
const network = await startNetwork(postgres.url)
const server = await startServerProcess(new URL('countersign/server.ts', import.meta.url), {
  DATABASE_URL: network.url,
  DATA_DIR: disk.folder,
  RATE_LIMIT_COMMITS: '1000000',
})
const { url } = server.listening
const core = { url, origin: url }
const client = createHttpClient(url)
const servers = { provider: client, core: client, app: server.listening }
const database = await openDatabase({ databaseUrl: postgres.url })
const person = await signUpForToken(core)
const people = await copyPeople(database.sql, { person, count: PEOPLE })
const ledger = newLedger()
let walks = 0
const walk = (each: SignedUp | undefined) =>
  runFlow(servers, { timed: (_step, work) => work(), person: each ?? person })
await runLoad(async () => void (await walk(people[walks++ % PEOPLE])), { people: 16, seconds: WARM_UP_SECONDS })

/** The crowd's outcomes, apart from the others'. */
const turnedAway = newLedger()
async function crowd(seconds: number): Promise<void> {
  await runLoad(
    async () => {
      try {
        await walk(people[walks++ % PEOPLE])
        turnedAway.finishedAt.push(performance.now())
      } catch (error) {
        noteFailure(turnedAway, error)
        await pause(1_000)
      }
    },
    { people: CROWD, seconds },
  )
}

const busy = await keepBusy({ servers, core, people, ledger })
const readCalm = async (): Promise<Resources> => {
  await server.ask('readResources')
  await pause(CALM_MS)
  return server.ask<Resources>('readResources')
}
const atStart = await readCalm()
const faults = listFaults({ postgres, network, disk, pool: database.pool, crowd })
const minutes = Number(values.minutes)
const { shocks, secondsSoFar } = await runFaults(faults, { minutes, calmMs: CALM_MS })
const delayMaxMs = (await server.ask<Resources>('readResources')).delayMaxMs
const atEnd = await readCalm()
await busy.stop()
const checked = {
  ...(await checkAcknowledged(ledger, { servers, sql: database.sql })),
  vaults: await busy.checkVaults(),
}
const away = Map.groupBy(turnedAway.failures, ({ kind }) => kind)
const outcome = [
  describeOutcome({ ledger, shocks, checked, seconds: secondsSoFar() }),
  describeResources(atStart, atEnd),
  `At worst the event loop was ${Math.round(delayMaxMs)} ms late. Of the crowd ${turnedAway.finishedAt.length} flows came through; ${[...away].map(([kind, all]) => `${all.length} times ${kind}`).join(', ')}.`,
].join('\n\n')
conclude(outcome, checked, { minutes, file: README, block: 'soak' })

client.close()
await server.stop()
await database.close()
await network.close()
await postgres.stop()

function describeResources(start: Resources, end: Resources): string {
  const ends = new Map(Object.entries(end))
  const rows = Object.entries(start).map(([name, value]) => [name, value.toFixed(1), ends.get(name)?.toFixed(1) ?? ''])
  return markdownTable([['in 15 calm seconds', 'at the start', 'at the end'], ...rows])
}
