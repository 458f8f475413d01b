import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Mail } from '@countersign/core'
import { coreMigrations, generateCoreSecrets } from '@countersign/core'
import { generateDataTokenSecret } from '@countersign/data-token'
import { providerMigrations, type RegisteredClient, registerClient } from '@countersign/provider'
import { type Database, type SqlPool } from '@countersign/service/sql'
import { createLogger, type Logger } from '@countersign/service/telemetry'
import {
  type CoreAddress,
  copyEmptyDatabase,
  createServerDatabase,
  type Engine,
  freePort,
  type SignedUp,
  signUpForToken,
} from '@countersign/testing'
import { type Component, createMailbox, type DevelopmentMailbox, type RunningServer, startServer } from 'countersign'

export const APP_ORIGIN = 'http://localhost:8090'
export const APP_REDIRECT_URI = `${APP_ORIGIN}/callback`

export const SYSTEM_SERVICE_TOKEN = 'service-token-for-tests-0123456789abcdef'

/**
 * `without_page`: provider and core in one process, for devices that are no browsers; `page_apart`: the page in another,
 * as the guide has it for production.
 */
export type Layout = 'together' | 'apart' | 'page_apart' | 'without_page'

export type System = {
  readonly providerUrl: string
  readonly coreUrl: string
  readonly consentUrl: string
  readonly client: RegisteredClient
  /** The provider's database, to let time pass for a request. */
  readonly providerSql: SqlPool
  readonly databases: readonly Database[]
  readonly servers: readonly RunningServer[]
  /** Every message with a code, the newest first. */
  mails(): readonly Mail[]
  /** Everything that was logged so far. */
  log(): string
  stopProvider(): Promise<void>
  close(): Promise<void>
}

/**
 * Answers the address to use instead of the given one: apart, by which core reaches the provider; together, by which
 * everybody reaches everything; without a page, by which devices reach core.
 */
type Detour = (url: string) => Promise<string>

type Setup = {
  readonly detour?: Detour
  /** Of every component, over those that it has anyway. */
  readonly settings?: Env
  /** Of one component that runs apart, over all others. */
  readonly settingsOf?: Readonly<Partial<Record<Component, Env>>>
}

/** The whole product over real HTTP: one process on one address, or every component on its own. */
export async function startSystem(
  engine: Engine,
  layout: Layout,
  { detour, settings = {}, settingsOf = {} }: Setup = {},
): Promise<System> {
  const lines: string[] = []
  const logger = createLogger({ level: 'debug', destination: { write: (line: string) => void lines.push(line) } })
  const storage = await createStorage(engine)
  const secrets = await createSecrets()
  const mailbox = createMailbox()
  const start: StartWith = (env, components, own = secrets) =>
    startServerWith({ env: { ...own, ...settings, ...env }, components, logger, mailbox })
  const parts = await {
    apart: startApart,
    page_apart: startPageApart,
    together: startTogether,
    without_page: startTogether,
  }[layout]()
  const { provider, core, consent, publicUrl } = parts

  async function startTogether() {
    const port = String(await freePort())
    const components = layout === 'together' ? undefined : (['provider', 'core'] as const)
    const detoured = components ? 'CORE_URL' : 'BASE_URL'
    const env = detour ? { PORT: port, [detoured]: await detour(`http://localhost:${port}`) } : {}
    const server = await start({ ...storage.env('all'), ...env }, components)
    return { provider: server, core: server, consent: server, publicUrl: server.url }
  }
  async function startApart() {
    const [providerPort, corePort, consentPort] = [await freePort(), await freePort(), await freePort()]
    const urls = {
      BASE_URL: `http://localhost:${providerPort}`,
      PROVIDER_URL: `http://localhost:${providerPort}`,
      CORE_URL: `http://localhost:${corePort}`,
      CONSENT_URL: `http://localhost:${consentPort}`,
    }
    const startOne = (component: Component, port: number, env: Env = {}) =>
      start({ ...storage.env(component), ...urls, PORT: String(port), ...env, ...settingsOf[component] }, [component])
    const coreEnv = detour ? { PROVIDER_URL: await detour(urls.PROVIDER_URL) } : {}
    return {
      provider: await startOne('provider', providerPort),
      core: await startOne('core', corePort, coreEnv),
      consent: await startOne('consent', consentPort),
      publicUrl: undefined,
    }
  }

  async function startPageApart() {
    const [port, consentPort] = [await freePort(), await freePort()]
    const url = `http://localhost:${port}`
    const urls = { BASE_URL: url, CORE_URL: url, CONSENT_URL: `http://localhost:${consentPort}` }
    const service = await start({ ...storage.env('all'), ...urls, PORT: `${port}` }, ['provider', 'core'])
    const page = await start({ ...urls, PORT: `${consentPort}` }, ['consent'], {})
    return { provider: service, core: service, consent: page, publicUrl: undefined }
  }

  const servers = [...new Set([consent, core, provider])]
  const databases = servers.flatMap(({ database }) => database ?? [])
  return {
    providerUrl: publicUrl ?? addressOf(provider),
    coreUrl: publicUrl ?? addressOf(core),
    consentUrl: publicUrl ?? addressOf(consent),
    client: await registerDemoClient(provider),
    providerSql: databaseOf(provider).sql,
    databases,
    servers,
    mails: mailbox.mails,
    log: () => lines.join(''),
    stopProvider: () => provider.close(),
    close: async () => {
      for (const server of servers) await server.close()
      await storage.remove()
    },
  }
}

type Env = Readonly<Record<string, string>>

type Parts = readonly Component[] | undefined
type StartWith = (env: Env, components: Parts, secrets?: Env) => Promise<RunningServer>
type Startable = { env: Env; components: Parts; logger: Logger; mailbox: DevelopmentMailbox }

async function startServerWith({ env, components, ...others }: Startable): Promise<RunningServer> {
  return startServer({ env: { PORT: '0', ...env }, ...others, ...(components && { components }) })
}

/** What a server of a test needs of secrets, and no limits that one address would reach. */
export async function createSecrets(): Promise<Env> {
  return {
    INTERNAL_SERVICE_TOKEN: SYSTEM_SERVICE_TOKEN,
    INTERNAL_SERVICE_TIMEOUT: '5',
    DATA_TOKEN_SECRET: await generateDataTokenSecret(),
    ...(await generateCoreSecrets()),
    // Everybody comes from one address here.
    RATE_LIMIT_AUTHORIZE: '1000000',
    RATE_LIMIT_SIGN_INS: '1000000',
    RATE_LIMIT_SIGN_UPS: '1000000',
    RATE_LIMIT_VERIFICATIONS: '1000000',
    // A device that stretches a password, in the same process, keeps the server waiting.
    MAX_EVENT_LOOP_DELAY: '60000',
  }
}

/** One PostgreSQL for all of it, or a data directory each: an embedded database serves one process. */
async function createStorage(engine: Engine) {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-system-'))
  const server = engine === 'postgresql' ? await createServerDatabase(providerMigrations, coreMigrations) : undefined
  const env = (component: string): Env =>
    server ? { DATABASE_URL: server.url } : { DATA_DIR: copyEmptyDatabase(join(folder, component)) }
  const remove = async (): Promise<void> => {
    await server?.drop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { env, remove }
}

function addressOf({ app }: RunningServer): string {
  const address = app.server.address()
  if (typeof address !== 'object' || !address) throw new Error('The server does not listen.')
  return `http://localhost:${address.port}`
}

function databaseOf({ database }: RunningServer): Database {
  if (!database) throw new Error('The provider has no database.')
  return database
}

async function registerDemoClient(server: RunningServer): Promise<RegisteredClient> {
  return registerClient(databaseOf(server).sql, {
    name: 'Demo App',
    description: 'An app for tests.',
    redirectUris: [APP_REDIRECT_URI],
    scopes: ['openid', 'email', 'profile', 'phone'].map((name) => ({ name, reason: '', required: false })),
  })
}

export function coreOf({ coreUrl, consentUrl }: System): CoreAddress {
  return { url: coreUrl, origin: new URL(consentUrl).origin }
}

export async function signUpOn(system: System): Promise<SignedUp> {
  return signUpForToken(coreOf(system))
}
