/**
 * `npm run upgrade:check`: the previous release and this one serve one PostgreSQL side by side while people sign up, sign
 * in and refresh, each request at the next process. Nothing may fail at any moment of an update.
 */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { generateCoreSecrets } from '@countersign/core'
import { generateDataTokenSecret } from '@countersign/data-token'
import { startPostgres } from '@countersign/testing'
import { APP_REDIRECT_URI } from '../support/app-page.ts'
import { runCommand, serve } from '../support/serve.ts'
import { SCOPES } from '../support/start-flow.ts'
import { checkOutRelease, PREVIOUS_RELEASE } from './previous-release.ts'
import { takeTurns } from './take-turns.ts'
import { type Walked, walk } from './walk.ts'

const NEW = join(import.meta.dirname, '..', '..')
const WALKERS = 4
const APP = ['--name', 'App', '--redirect-uri', APP_REDIRECT_URI, '--plain'].concat(
  SCOPES.flatMap((scope) => ['--scope', scope]),
)
const STEP_MS = Number(process.env['SECONDS'] ?? 10) * 1_000

const say = (text: string): void => void process.stdout.write(`${text}\n`)
const walked: Walked = { signUps: 0, flows: 0, refreshes: 0, failures: [] }

/** Lets the walkers run for a step and reports them. */
async function step(title: string): Promise<void> {
  const before = { ...walked, failures: walked.failures.length }
  await pause(STEP_MS)
  const flows = walked.flows - before.flows
  say(`${title}: ${flows} flows, ${walked.failures.length - before.failures} failures`)
  if (flows === 0) walked.failures.push(`${title}: no flow came to its end`)
}

async function newEnvironment(url: string, databaseUrl: string) {
  return {
    BASE_URL: url,
    TRUSTED_PROXIES: '127.0.0.0/8, ::1',
    DATABASE_URL: databaseUrl,
    INTERNAL_SERVICE_TOKEN: randomBytes(32).toString('base64url'),
    KEY_ENCRYPTION_SECRET: randomBytes(32).toString('base64url'),
    DATA_TOKEN_SECRET: await generateDataTokenSecret(),
    TOKEN_SECRET: randomBytes(32).toString('base64url'),
    ...(await generateCoreSecrets()),
    RATE_LIMIT_AUTHORIZE: '1000000',
    RATE_LIMIT_SIGN_INS: '1000000',
    RATE_LIMIT_SIGN_UPS: '1000000',
  }
}

async function update(old: string): Promise<void> {
  await using everything = new AsyncDisposableStack()
  const later = <Thing>(thing: Thing, end: (thing: Thing) => unknown): Thing =>
    everything.adopt(thing, async (it) => void (await end(it)))
  const postgres = later(await startPostgres({ durable: false }), ({ stop }) => stop())
  const turns = later(await takeTurns(), ({ close }) => close())
  const env = await newEnvironment(turns.url, postgres.url)
  const start = async (folder: string) => later(await serve(folder, ['provider', 'core'], env), ({ stop }) => stop())

  const first = await start(old)
  turns.use({ previous: first.port })
  const app: unknown = JSON.parse(await runCommand(old, env, 'clients', 'add', ...APP, '--json'))
  const { client_id: clientId, client_secret: clientSecret } = app as { client_id: string; client_secret: string }
  const service = { url: turns.url, clientId, clientSecret }
  const over = later(new AbortController(), (controller) => controller.abort())
  const walkers = Array.from({ length: WALKERS }, () => walk(service, walked, over.signal))

  await step('the previous release alone')
  say((await runCommand(NEW, env, 'migrate', '--plan')).trim())
  say((await runCommand(NEW, env, 'migrate')).trim())
  await step('the previous release on the migrated database')
  const second = await start(NEW)
  turns.use({ previous: first.port, this: second.port })
  await step('both, by turns')
  await start(old).catch((error: unknown) => {
    walked.failures.push(`The previous release does not start on the migrated database: ${String(error)}`)
  })
  turns.use({ this: second.port })
  // Drain first: pending requests finish before the stop.
  await pause(1_000)
  await first.stop()
  await step('this release alone')
  over.abort()
  await Promise.all(walkers)
  say(`${walked.signUps} sign-ups, ${walked.flows} flows, ${walked.refreshes} refreshes`)
  say(`requests: ${JSON.stringify(turns.answered)}`)
}

async function check(commit: string): Promise<void> {
  const release = checkOutRelease(commit)
  await update(release.folder).finally(release.remove)
  say(walked.failures.length === 0 ? 'nothing failed' : `FAILED:\n  ${walked.failures.slice(0, 20).join('\n  ')}`)
  process.exitCode = walked.failures.length === 0 ? 0 : 1
}

await check(PREVIOUS_RELEASE)
