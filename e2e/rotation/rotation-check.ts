/**
 * `npm run rotation:check`: two providers and two cores serve one PostgreSQL while people sign up, sign in and refresh,
 * and every secret is replaced as `docs/guides/run/secrets.md` says. Nothing may fail at any moment.
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
import { takeTurns } from '../upgrade/take-turns.ts'
import { keepRefreshing, type Walked, walk } from '../upgrade/walk.ts'

const HERE = join(import.meta.dirname, '..', '..')
const WALKERS = 4
/** Sign-ins whose tokens live through every replacement. */
const KEPT = 2
const STEP_MS = Number(process.env['SECONDS'] ?? 5) * 1_000
/** Every kept sign-in has been refreshed since. */
const REFRESHING_MS = 2_000
/** Longer than the pause in which a provider seals its keys anew. */
const SEALING_MS = 35_000
const APP = ['--name', 'App', '--redirect-uri', APP_REDIRECT_URI, '--plain'].concat(
  SCOPES.flatMap((scope) => ['--scope', scope]),
)

type Environment = Record<string, string>
type Part = 'provider' | 'core'

const say = (text: string): void => void process.stdout.write(`${text}\n`)
const newSecret = (): string => randomBytes(32).toString('base64url')
const walked: Walked = { signUps: 0, flows: 0, refreshes: 0, failures: [] }

await using everything = new AsyncDisposableStack()
const later = <Thing>(thing: Thing, end: (thing: Thing) => unknown): Thing =>
  everything.adopt(thing, async (it) => void (await end(it)))

const postgres = later(await startPostgres({ durable: false }), ({ stop }) => stop())
const isCores = (path: string): boolean => /^\/api\/(?!admin\/|auth\/internal\/)/.test(path)
const front = later(
  await takeTurns((path, servers) => servers.filter(([name]) => name.startsWith(isCores(path) ? 'core' : 'provider'))),
  ({ close }) => close(),
)
const env: Environment = {
  BASE_URL: front.url,
  PROVIDER_URL: front.url,
  TRUSTED_PROXIES: '127.0.0.0/8, ::1',
  DATABASE_URL: postgres.url,
  INTERNAL_SERVICE_TOKEN: newSecret(),
  INTERNAL_SERVICE_TIMEOUT: '15',
  // Two slow processors carry the load here, too.
  MAX_EVENT_LOOP_DELAY: '60000',
  RATE_LIMIT_AUTHORIZE: '1000000',
  RATE_LIMIT_SIGN_INS: '1000000',
  RATE_LIMIT_SIGN_UPS: '1000000',
}
const own: Record<Part, Environment> = {
  provider: {
    KEY_ENCRYPTION_SECRET: newSecret(),
    DATA_TOKEN_SECRET: await generateDataTokenSecret(),
    TOKEN_SECRET: newSecret(),
  },
  core: { ...(await generateCoreSecrets()) },
}
own.core['DATA_TOKEN_SECRET'] = own.provider['DATA_TOKEN_SECRET'] ?? ''

const running = new Map<string, { readonly port: number; readonly stop: () => Promise<void> }>()
const useAll = (): void => front.use(Object.fromEntries([...running].map(([name, { port }]) => [name, port])))

/** Starts a process, and takes the former one of its name out of balance before that stops. */
async function restart(part: Part, name: string): Promise<void> {
  const former = running.get(name)
  running.set(
    name,
    later(await serve(HERE, [part], { ...env, ...own[part] }), ({ stop }) => stop()),
  )
  useAll()
  await pause(1_000)
  await former?.stop()
}

async function restartAll(...parts: readonly Part[]): Promise<void> {
  for (const part of parts) for (const number of [1, 2]) await restart(part, `${part}-${number}`)
}

await restart('provider', 'provider-1')
await restartAll('provider', 'core')
const command = (...parameters: string[]) => runCommand(HERE, { ...env, ...own.provider }, ...parameters)
const { client_id: clientId, client_secret: clientSecret } = JSON.parse(
  await command('clients', 'add', ...APP, '--json'),
)
const service = { url: front.url, clientId: String(clientId), clientSecret: String(clientSecret) }
const over = later(new AbortController(), (controller) => controller.abort())
const walkers = Array.from({ length: WALKERS }, () => walk(service, walked, over.signal))
const kept = Array.from({ length: KEPT }, () => keepRefreshing(service, walked, over.signal))

async function step(title: string, rotate: () => Promise<void>): Promise<void> {
  const before = { ...walked, failures: walked.failures.length }
  const answered = sum()
  await rotate()
  await pause(STEP_MS)
  const flows = walked.flows - before.flows
  say(`${title}: ${sum() - answered} requests, ${flows} flows, ${walked.failures.length - before.failures} failures`)
  if (flows === 0) walked.failures.push(`${title}: no flow came to its end`)
}

function sum(): number {
  return Object.values(front.answered).reduce((all, each) => all + each, 0)
}

/** `new,old` first, then `new` alone. */
async function replaceInList(of: Environment, name: string, next: string, restarted: readonly Part[], waitMs = 0) {
  const list = (...values: (string | undefined)[]): void => void (of[name] = values.join(','))
  list(next, of[name])
  await restartAll(...restarted)
  await pause(waitMs)
  list(next)
  await restartAll(...restarted)
}

await step('nothing', async () => undefined)
await step('INTERNAL_SERVICE_TOKEN', () =>
  replaceInList(env, 'INTERNAL_SERVICE_TOKEN', newSecret(), ['provider', 'core']),
)
await step('KEY_ENCRYPTION_SECRET', () =>
  replaceInList(own.provider, 'KEY_ENCRYPTION_SECRET', newSecret(), ['provider'], SEALING_MS),
)
await step('DATA_TOKEN_SECRET', async () => {
  const keys = [await generateDataTokenSecret(), own.core['DATA_TOKEN_SECRET'] ?? ''].map((key) => JSON.parse(key))
  for (const part of ['provider', 'core'] as const) {
    own[part]['DATA_TOKEN_SECRET'] = JSON.stringify({ keys })
    await restartAll(part)
  }
})
await step('TOKEN_SECRET', async () => {
  const [former, next] = [own.provider['TOKEN_SECRET'] ?? '', newSecret()]
  for (const list of [[former, next], [next, former], [next]]) {
    own.provider['TOKEN_SECRET'] = list.join(',')
    await restartAll('provider')
    await pause(REFRESHING_MS)
  }
})
await step('keys rotate', async () => void (await command('keys', 'rotate')))
await step('keys rotate --immediately', async () => void (await command('keys', 'rotate', '--immediately')))
await step("a client's secret", async () => {
  const rotated = JSON.parse(await command('clients', 'rotate-secret', service.clientId, '--json'))
  service.clientSecret = String(rotated.client_secret)
})
await step('OPAQUE_SERVER_SETUP and LOGIN_INDEX_KEY', async () => {
  const former = { ...own.core }
  const next: Environment = { ...(await generateCoreSecrets()) }
  const lists = [(name: string) => [former[name], next[name]], (name: string) => [next[name], former[name]]]
  for (const list of lists) {
    for (const name of Object.keys(next)) own.core[name] = list(name).join(',')
    await restartAll('core')
  }
})
over.abort()
await Promise.all([...walkers, ...kept])
say(`${walked.signUps} sign-ups, ${walked.flows} flows, ${walked.refreshes} refreshes`)
say(walked.failures.length === 0 ? 'nothing failed' : `FAILED:\n  ${walked.failures.slice(0, 20).join('\n  ')}`)
process.exitCode = walked.failures.length === 0 ? 0 : 1
