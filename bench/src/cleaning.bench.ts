/**
 * `node bench/src/cleaning.bench.ts`: whether flows slow down while a million expired rows are cleaned away, on a durable
 * PostgreSQL.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase, type Sql } from '@countersign/service/sql'
import { type SignedUp, signUpForToken, startPostgres } from '@countersign/testing'
import { runFlow } from './countersign/flow.ts'
import { createHttpClient, type HttpClient } from './load/http-client.ts'
import { type LoadResult, percentile, runLoad } from './load/run-load.ts'
import { type Listening, startServerProcess } from './measure/server-process.ts'

const PEOPLE = 4
const MEASURED_SECONDS = 20
const POLL_MS = 250
/** Enough for a million rows on any machine. */
const FILLING_MS = 600_000

const postgres = await startPostgres({ durable: true })
const database = await openDatabase({ databaseUrl: postgres.url, deadlineMs: FILLING_MS })
const { sql } = database
const server = await startServerProcess(new URL('countersign/server.ts', import.meta.url), {
  DATABASE_URL: postgres.url,
})
const client = createHttpClient(server.listening.url)
try {
  const person = await signUpForToken({ url: server.listening.url, origin: server.listening.url })
  const parts = { client, listening: server.listening, person }
  await measure(parts, 3)
  report('nothing to clean', await measure(parts, MEASURED_SECONDS))
  await fill(sql)
  const before = await untilCleaningBegins(sql)
  const load = await measure(parts, MEASURED_SECONDS)
  const cleaned = before - (await countExpired(sql))
  report(`while ${Math.round(cleaned / load.seconds)} expired rows a second leave, of ${before}`, load)
  const startedAt = performance.now()
  while ((await countExpired(sql)) > 0) await pause(POLL_MS)
  console.log(`all gone ${Math.round((performance.now() - startedAt) / 1_000)} s after the measurement`)
} finally {
  client.close()
  await server.stop()
  await database.close()
  await postgres.stop()
}

type Parts = { readonly client: HttpClient; readonly listening: Listening; readonly person: SignedUp }

async function measure({ client: http, listening, person }: Parts, seconds: number): Promise<LoadResult> {
  const servers = { provider: http, core: http, app: listening }
  return runLoad(async (timed) => void (await runFlow(servers, { timed, person })), { people: PEOPLE, seconds })
}

/** A million expired rows in the two tables that grow with each flow. */
async function fill(on: Sql): Promise<void> {
  await on`
    insert into provider.authorization_requests
           (auth_request_id, client_id, user_id, redirect_uri, requested_scopes, state, expires_at, leaves_at)
    select gen_random_uuid(), 'client', 'user', 'https://app.example/callback', '{openid,email}', 'state',
           now() - interval '90 days', now() - interval '89 days'
      from generate_series(1, 400000)`
  await on`
    insert into provider.grants
           (grant_id, client_id, user_id, scopes, refresh_token_hash, refresh_token_expires_at, expires_at, leaves_at,
            access_token_expires_at, access_token_salt)
    select gen_random_uuid(), 'client', 'user', '{openid,email}', sha256(('refresh' || n)::bytea),
           now() - interval '120 days', now(), now() - interval '90 days', now() - interval '150 days', ''
      from generate_series(1, 600000) n`
}

async function countExpired(on: Sql): Promise<number> {
  const [row] = await on<{ count: number }>`
    select ((select count(*) from provider.authorization_requests where expires_at < now() - interval '60 days')
          + (select count(*) from provider.grants where leaves_at < now() - interval '60 days'))::int as count`
  return row?.count ?? 0
}

async function untilCleaningBegins(on: Sql): Promise<number> {
  const all = await countExpired(on)
  for (;;) {
    const left = await countExpired(on)
    if (left < all) return left
    await pause(POLL_MS)
  }
}

function report(what: string, { count, seconds, stepMilliseconds: { token }, milliseconds }: LoadResult): void {
  const [p50, p99] = [0.5, 0.99].map((share) => percentile(token, share).toFixed(1))
  const [flow50, flow99] = [0.5, 0.99].map((share) => percentile(milliseconds, share).toFixed(1))
  const rate = Math.round(count / seconds)
  console.log(
    `${what}: ${rate} flows/s; token exchange p50 ${p50} ms, p99 ${p99} ms; flow p50 ${flow50} ms, p99 ${flow99} ms`,
  )
}
