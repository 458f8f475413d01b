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
import { describeOutcome, findLosses, type Shock } from './faults/outcome.ts'
import { createHttpClient } from './load/http-client.ts'
import { writeBlock } from './report/report.ts'

/** Between a recovery and the next kill. */
const CALM_MS = 6_000
const PEOPLE = 300
/** Shorter runs are only printed. */
const REPORTED_MINUTES = 10
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
const shocks: Shock[] = []
const startedAt = performance.now()
const endsAt = startedAt + Number(values.minutes) * 60_000
const kills = listKills(patroni.nodes, services)
await pause(CALM_MS)
for (let turn = 0; performance.now() < endsAt; turn += 1) {
  const kill = kills[turn % kills.length]
  if (!kill) break
  const at = performance.now()
  console.log(`${Math.round((at - startedAt) / 1_000)} s: kills ${kill.what}`)
  await kill.run()
  await untilWhole(patroni.nodes)
  await untilReady(addresses)
  await pause(CALM_MS)
  shocks.push({ what: kill.what, from: at, to: performance.now() })
}
await busy.stop()
const vaults = await busy.checkVaults()
const checked = { ...(await checkAcknowledged(ledger, { servers, sql: database.sql })), vaults }
const outcome = describeOutcome({ ledger, shocks, checked, seconds: (performance.now() - startedAt) / 1_000 })
console.log(outcome)
const losses = findLosses(checked)
for (const loss of losses) console.error(loss)
if (losses.length > 0) process.exitCode = 1
if (Number(values.minutes) >= REPORTED_MINUTES) writeBlock(GUIDE, 'availability', `\n${outcome}\n`)

for (const client of Object.values(clients)) client.close()
await database.close()
await Promise.all(services.map(({ stop }) => stop()))
await balancer.stop()
await patroni.stop()
if (!values.keep) rmSync(folder, { recursive: true, force: true })
