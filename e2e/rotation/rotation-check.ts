/**
 * `npm run rotation:check`: two providers and two cores serve one PostgreSQL while people sign up, sign in and refresh,
 * and `countersign rotate-secrets` replaces every secret. Nothing may fail at any moment, and at the end nothing that a
 * former operator kept opens anything.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseEnv } from 'node:util'
import { generateCoreSecrets } from '@countersign/core'
import { generateDataTokenSecret } from '@countersign/data-token'
import { signUpForToken, startPostgres } from '@countersign/testing'
import { APP_REDIRECT_URI } from '../support/app-page.ts'
import { runCommand, serve } from '../support/serve.ts'
import { SCOPES } from '../support/start-flow.ts'
import { takeTurns } from '../upgrade/take-turns.ts'
import { keepRefreshing, signIn, type Walked, walk } from '../upgrade/walk.ts'
import { tryCopies } from './try-copies.ts'

const HERE = join(import.meta.dirname, '..', '..')
const WALKERS = 4
/** Sign-ins whose tokens live through every replacement. */
const KEPT = 2
const STEP_MS = Number(process.env['SECONDS'] ?? 5) * 1_000
/** Longer than the pause in which a provider seals its keys anew. */
const SEALING_MS = 35_000
const APP = ['--name', 'App', '--redirect-uri', APP_REDIRECT_URI, '--plain'].concat(
  SCOPES.flatMap((scope) => ['--scope', scope]),
)

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
const env = {
  BASE_URL: front.url,
  PROVIDER_URL: front.url,
  TRUSTED_PROXIES: '127.0.0.0/8, ::1',
  DATABASE_URL: postgres.url,
  INTERNAL_SERVICE_TIMEOUT: '15',
  // Two slow processors carry the load here, too.
  MAX_EVENT_LOOP_DELAY: '60000',
  RATE_LIMIT_AUTHORIZE: '1000000',
  RATE_LIMIT_SIGN_INS: '1000000',
  RATE_LIMIT_SIGN_UPS: '1000000',
}
const folder = later(mkdtempSync(join(tmpdir(), 'countersign-rotation-')), (path) => rmSync(path, { recursive: true }))
const fileOf = (part: Part): string => join(folder, `${part}.env`)
const shared = {
  INTERNAL_SERVICE_TOKEN: newSecret(),
  ADMIN_TOKEN: newSecret(),
  DATA_TOKEN_SECRET: await generateDataTokenSecret(),
}
const kept = {
  provider: { ...shared, KEY_ENCRYPTION_SECRET: newSecret(), TOKEN_SECRET: newSecret() },
  core: { ...shared, ...(await generateCoreSecrets()) },
}
for (const part of ['provider', 'core'] as const) {
  const lines = Object.entries(kept[part]).map(([name, value]) => `${name}='${value}'\n`)
  writeFileSync(fileOf(part), lines.join(''), { mode: 0o600 })
}
const settingsOf = (part: Part): Record<string, string> => {
  const own = Object.entries(parseEnv(readFileSync(fileOf(part), 'utf8')))
  return { ...env, ...Object.fromEntries(own.map(([name, value]) => [name, value ?? ''])) }
}

const running = new Map<string, { readonly port: number; readonly stop: () => Promise<void> }>()
const useAll = (): void => front.use(Object.fromEntries([...running].map(([name, { port }]) => [name, port])))

/** Starts a process, and takes the former one of its name out of balance before that stops. */
async function restart(part: Part, name: string): Promise<void> {
  const former = running.get(name)
  running.set(
    name,
    later(await serve(HERE, [part], settingsOf(part)), ({ stop }) => stop()),
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
const command = (...parameters: string[]) => runCommand(HERE, settingsOf('provider'), ...parameters)
const { client_id: clientId, client_secret: clientSecret } = JSON.parse(
  await command('clients', 'add', ...APP, '--json'),
)
const service = { url: front.url, clientId: String(clientId), clientSecret: String(clientSecret) }
const over = later(new AbortController(), (controller) => controller.abort())
const person = await signUpForToken({ url: front.url, origin: front.url })
const { accessToken } = await signIn(service, person, walked)
const copies = { url: front.url, ...kept.provider, accessToken }
const walkers = Array.from({ length: WALKERS }, () => walk(service, walked, over.signal))
const refreshers = Array.from({ length: KEPT }, () => keepRefreshing(service, walked, over.signal))

async function step(title: string, act: () => Promise<unknown>): Promise<void> {
  const before = { ...walked, failures: walked.failures.length }
  const answered = sum()
  await act()
  await pause(STEP_MS)
  const flows = walked.flows - before.flows
  say(`${title}: ${sum() - answered} requests, ${flows} flows, ${walked.failures.length - before.failures} failures`)
  if (flows === 0) walked.failures.push(`${title}: no flow came to its end`)
}

function sum(): number {
  return Object.values(front.answered).reduce((all, each) => all + each, 0)
}

/** One run of the command, and what it says to do. Core first: between two steps no order matters. */
async function rotate(...parameters: readonly string[]): Promise<void> {
  const files = ['--in', fileOf('provider'), '--in', fileOf('core')]
  await runCommand(HERE, {}, 'rotate-secrets', ...files, '--passwords', ...parameters)
  await restartAll('core', 'provider')
}

const beforehand = await tryCopies(copies)
if (beforehand.refused.length > 0) throw new Error(`Refused before the rotation: ${beforehand.refused.join(', ')}`)
await step('nothing', async () => undefined)
await step('new values are accepted', () => rotate())
await step('new values are used', async () => {
  await rotate('--restarted')
  await pause(SEALING_MS)
})
const REMOVED = ['INTERNAL_SERVICE_TOKEN', 'DATA_TOKEN_SECRET', 'KEY_ENCRYPTION_SECRET', 'TOKEN_SECRET']
await step('former values go', () => rotate('--restarted', ...REMOVED.flatMap((name) => ['--remove', name])))
await step('keys rotate', () => command('keys', 'rotate'))
await step("a client's secret", async () => {
  const rotated = JSON.parse(await command('clients', 'rotate-secret', service.clientId, '--json'))
  service.clientSecret = String(rotated.client_secret)
})
over.abort()
await Promise.all([...walkers, ...refreshers])
// A sign-in of this very moment would have to be repeated.
await command('keys', 'rotate', '--immediately')
const { opened } = await tryCopies(copies)
if (opened.length > 0) walked.failures.push(`A former operator's copy still opens: ${opened.join(', ')}`)
say(`${walked.signUps} sign-ups, ${walked.flows} flows, ${walked.refreshes} refreshes`)
say(walked.failures.length === 0 ? 'nothing failed' : `FAILED:\n  ${walked.failures.slice(0, 20).join('\n  ')}`)
process.exitCode = walked.failures.length === 0 ? 0 : 1
