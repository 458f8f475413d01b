/**
 * `npm run availability:check -- --minutes 10`: two PostgreSQL nodes under Patroni, two providers and two cores behind HAProxy
 * (`deploy/patroni`); flows and vault changes run while parts are killed. Needs root and Debian's `patroni etcd-server haproxy
 * postgresql`.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createHttpClient } from '@countersign/bench/http-client'
import { median } from '@countersign/bench/load'
import { copyPeople, registerBenchApp } from '@countersign/bench/set-up'
import { openDatabase } from '@countersign/service/sql'
import { signUpForToken } from '@countersign/testing'
import { checkAcknowledged } from './availability/check-acknowledged.ts'
import { keepBusy } from './availability/keep-busy.ts'
import { until } from './availability/kept-process.ts'
import { listKills, untilWhole } from './availability/kill.ts'
import { longestGap, newLedger } from './availability/ledger.ts'
import { SUPERUSER_PASSWORD, startPatroni } from './availability/start-patroni.ts'
import { startBalancer, startServices, untilReady } from './availability/start-services.ts'

/** Between a recovery and the next kill. */
const CALM_MS = 6_000
const PEOPLE = 300

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
/** Each kill and the calm after it, by `performance.now()`. */
const shocks: { readonly what: string; readonly from: number; readonly to: number }[] = []
const kills = listKills(patroni.nodes, services)
await pause(CALM_MS)
const endsAt = performance.now() + Number(values.minutes) * 60_000
for (let turn = 0; performance.now() < endsAt; turn += 1) {
  const { what, run } = kills[turn % kills.length] ?? {}
  if (what === undefined || run === undefined) break
  const from = performance.now()
  console.log(`kills ${what}`)
  await run()
  await untilWhole(patroni.nodes)
  await untilReady(addresses)
  await pause(CALM_MS)
  shocks.push({ what, from, to: performance.now() })
}
await busy.stop()

for (const [what, each] of Map.groupBy(shocks, ({ what: killed }) => killed)) {
  const gaps = each.map(({ from, to }) => longestGap(ledger.finishedAt, from, to))
  const failures = ledger.failures.filter(({ at }) => each.some(({ from, to }) => at >= from && at < to))
  const kinds = [...Map.groupBy(failures, ({ kind }) => kind)].map(([kind, { length }]) => `${kind}: ${length}`)
  console.log(
    `${what}, ${gaps.length} times: no request succeeded for ${median(gaps).toFixed(1)} s. ${kinds.join(', ')}`,
  )
}
const unexpected = ledger.failures.filter(({ kind }) => kind === 'unexpected').map(({ text }) => text)
for (const text of new Set(unexpected)) console.log(`Unexpected: ${text}`)
const checked = await checkAcknowledged(ledger, { servers, sql: database.sql })
for (const [what, { acknowledged, lost }] of Object.entries({ ...checked, vaults: await busy.checkVaults() })) {
  console.log(`${what}: ${acknowledged} acknowledged, ${lost} lost`)
  if (lost > 0 || acknowledged === 0) process.exitCode = 1
}

for (const client of Object.values(clients)) client.close()
await database.close()
await Promise.all(services.map(({ stop }) => stop()))
await balancer.stop()
await patroni.stop()
if (!values.keep) rmSync(folder, { recursive: true, force: true })
