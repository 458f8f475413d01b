/**
 * `npm run bench:availability -- --minutes 10`: two PostgreSQL nodes under Patroni, two providers and two cores behind HAProxy
 * (`deploy/patroni`); flows and vault changes run while parts are killed. Needs root and Debian's `patroni etcd-server haproxy
 * postgresql`.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openDatabase } from '@countersign/service/sql'
import { signUpForToken } from '@countersign/testing'
import { until } from './availability/kept-process.ts'
import { listKills, untilWhole } from './availability/kill.ts'
import { SUPERUSER_PASSWORD, startPatroni } from './availability/start-patroni.ts'
import { startBalancer, startServices, untilReady } from './availability/start-services.ts'
import { copyPeople, registerBenchApp } from './countersign/set-up.ts'
import { checkAcknowledged } from './faults/check-acknowledged.ts'
import { keepBusy } from './faults/keep-busy.ts'
import { newLedger } from './faults/ledger.ts'
import { conclude, describeOutcome } from './faults/outcome.ts'
import { runFaults } from './faults/shocks.ts'
import { createHttpClient } from './load/http-client.ts'

/** Between a recovery and the next kill. */
const CALM_MS = 6_000
const PEOPLE = 300
const GUIDE = new URL('../../docs/guides/run/many-machines.md', import.meta.url)

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, keep: { type: 'boolean', default: false } },
})
const folder = mkdtempSync(join(tmpdir(), 'countersign-availability-'))
chmodSync(folder, 0o755)
console.log(`Everything says what it does in ${folder}.`)

const patroni = await startPatroni(folder)
const { balancer, addresses } = await startBalancer(folder, patroni.nodes)
const databaseUrl = `postgresql://postgres:${SUPERUSER_PASSWORD}@${addresses.POSTGRESQL}/postgres`
const database = await openDatabase({ databaseUrl })
await until('the balancer leads to the primary', () =>
  database.sql`select 1`.then(
    () => true,
    () => false,
  ),
)
const services = await startServices(folder, { addresses, databaseUrl })
const clients = {
  provider: createHttpClient(`http://${addresses.PROVIDER}`),
  core: createHttpClient(`http://${addresses.CORE}`),
}
const coreUrl = `http://${addresses.CORE}`
const core = { url: coreUrl, origin: coreUrl }
const person = await signUpForToken(core)
const people = await copyPeople(database.sql, { person, count: PEOPLE })
const servers = { ...clients, app: { url: coreUrl, ...(await registerBenchApp(database.sql)) } }
const ledger = newLedger()
const busy = await keepBusy({ servers, core, people, ledger })
const kills = listKills(patroni.nodes, services).map(({ what, run }) => ({
  what,
  run: async () => {
    await run()
    await untilWhole(patroni.nodes)
    await untilReady(addresses)
  },
}))
const minutes = Number(values.minutes)
await pause(CALM_MS)
const { shocks, secondsSoFar } = await runFaults(kills, { minutes, calmMs: CALM_MS, verb: 'kills ' })
await busy.stop()
const vaults = await busy.checkVaults()
const checked = { ...(await checkAcknowledged(ledger, { servers, sql: database.sql })), vaults }
const outcome = describeOutcome({ ledger, shocks, checked, seconds: secondsSoFar() })
conclude(outcome, checked, { minutes, file: GUIDE, block: 'availability' })

for (const client of Object.values(clients)) client.close()
await database.close()
await Promise.all(services.map(({ stop }) => stop()))
await balancer.stop()
await patroni.stop()
if (!values.keep) rmSync(folder, { recursive: true, force: true })
