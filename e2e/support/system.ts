import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { coreMigrations, generateCoreSecrets } from '@countersign/core'
import { generateDataTokenSecret } from '@countersign/data-token'
import { providerMigrations, registerClient } from '@countersign/provider'
import { type Database, openDatabase } from '@countersign/service/sql'
import { createLogger } from '@countersign/service/telemetry'
import {
  byServingRole,
  copyEmptyDatabase,
  createServerDatabase,
  type Engine,
  freePort,
  signUpForToken,
} from '@countersign/testing'
import { type Component, createMailbox, type RunningServer, startServer } from 'countersign'
import { APP_REDIRECT_URI } from './app-page.ts'

export const SYSTEM_SERVICE_TOKEN = 'service-token-for-tests-0123456789abcdef'

/**
 * `without_page`: provider and core in one process, for devices that are no browsers; `page_apart`: the page in a second
 * process, as the guide recommends for production.
 */
export type Layout = 'together' | 'apart' | 'page_apart' | 'without_page'

type Env = Readonly<Record<string, string>>

type Setup = {
  /** Answers the address to use in place of the given one: core's for the provider (apart), all (together), or core's. */
  readonly detour?: (url: string) => Promise<string>
  /** For every component, over its defaults. */
  readonly settings?: Env
  /** For one component that runs apart, over all others. */
  readonly settingsOf?: Readonly<Partial<Record<Component, Env>>>
}

export type System = Awaited<ReturnType<typeof startSystem>>

/** A running system of any kind, by its addresses and its database. */
export type Served = Pick<System, 'providerUrl' | 'coreUrl' | 'webUrl' | 'providerSql'>

/** The whole product over real HTTP: one process on one address, or each component on its own. */
export async function startSystem(
  engine: Engine,
  layout: Layout,
  { detour, settings = {}, settingsOf = {} }: Setup = {},
) {
  const lines: string[] = []
  const logger = createLogger({ level: 'debug', destination: { write: (line: string) => void lines.push(line) } })
  const storage = await createStorage(engine)
  const secrets = await createSecrets()
  const mailbox = createMailbox()
  const parts = { apart: startApart, page_apart: startPageApart, together: startTogether, without_page: startTogether }
  const { provider, core, web, publicUrl } = await parts[layout]()

  function start(env: Env, components?: readonly Component[], own = secrets): Promise<RunningServer> {
    const all = { PORT: '0', ...own, ...settings, ...env }
    return startServer({ env: all, logger, mailbox, ...(components && { components }) })
  }
  async function startTogether() {
    const PORT = String(await freePort())
    const components = layout === 'together' ? undefined : (['provider', 'core'] as const)
    const detoured = components ? 'CORE_URL' : 'BASE_URL'
    const env = detour ? { PORT, [detoured]: await detour(`http://localhost:${PORT}`) } : {}
    const server = await start({ ...storage.env('all'), ...env }, components)
    return { provider: server, core: server, web: server, publicUrl: server.url }
  }
  async function startApart() {
    const ports = { provider: await freePort(), core: await freePort(), web: await freePort() }
    const urlOf = (component: keyof typeof ports) => `http://localhost:${ports[component]}`
    const [PROVIDER_URL, CORE_URL, WEB_URL] = [urlOf('provider'), urlOf('core'), urlOf('web')]
    const urls = { BASE_URL: PROVIDER_URL, PROVIDER_URL, CORE_URL, WEB_URL }
    const startOne = (component: keyof typeof ports, env: Env = {}) => {
      const own = { ...storage.env(component), ...urls, PORT: String(ports[component]), ...env }
      return start({ ...own, ...settingsOf[component] }, [component])
    }
    const coreEnv = detour ? { PROVIDER_URL: await detour(PROVIDER_URL) } : {}
    return {
      provider: await startOne('provider'),
      core: await startOne('core', coreEnv),
      web: await startOne('web'),
      publicUrl: undefined,
    }
  }
  async function startPageApart() {
    const [port, webPort] = [await freePort(), await freePort()]
    const url = `http://localhost:${port}`
    const urls = { BASE_URL: url, CORE_URL: url, WEB_URL: `http://localhost:${webPort}` }
    const service = await start({ ...storage.env('all'), ...urls, PORT: `${port}` }, ['provider', 'core'])
    const page = await start({ ...urls, PORT: `${webPort}` }, ['web'], {})
    return { provider: service, core: service, web: page, publicUrl: undefined }
  }

  const servers = [...new Set([web, core, provider])]
  const { sql: providerSql } = storage.owner ?? databaseOf(provider)
  return {
    providerUrl: publicUrl ?? addressOf(provider),
    coreUrl: publicUrl ?? addressOf(core),
    webUrl: publicUrl ?? addressOf(web),
    client: await registerClient(providerSql, {
      name: 'Demo App',
      description: 'An app for tests.',
      redirectUris: [APP_REDIRECT_URI],
      scopes: ['openid', 'email', 'profile', 'phone'].map((name) => ({ name, reason: '', required: false })),
    }),
    /** The provider's database, to let time pass for a request; by the role that owns the tables. */
    providerSql,
    databases: servers.flatMap(({ database }) => database ?? []),
    servers,
    /** Every message with a code, newest first. */
    mails: mailbox.mails,
    /** Everything logged so far. */
    log: () => lines.join(''),
    stopProvider: () => provider.close(),
    close: async () => {
      for (const server of servers) await server.close()
      await storage.remove()
    },
  }
}

/** Secrets of a test server, and no limit that tests would reach from their one address. */
export async function createSecrets(): Promise<Env> {
  return {
    INTERNAL_SERVICE_TOKEN: SYSTEM_SERVICE_TOKEN,
    INTERNAL_SERVICE_TIMEOUT: '5',
    DATA_TOKEN_SECRET: await generateDataTokenSecret(),
    TOKEN_SECRET: 'token-secret-for-tests-0123456789abcdef',
    ...(await generateCoreSecrets()),
    ...NO_LIMITS,
  }
}

export const NO_LIMITS = {
  RATE_LIMIT_AUTHORIZE: '1000000',
  RATE_LIMIT_SIGN_INS: '1000000',
  RATE_LIMIT_SIGN_UPS: '1000000',
  RATE_LIMIT_VERIFICATIONS: '1000000',
  // A device that stretches a password in the same process blocks the server's event loop.
  MAX_EVENT_LOOP_DELAY: '60000',
}

/** One PostgreSQL for all components, by a role that can change no table; or a data directory each: an embedded database serves one process. */
async function createStorage(engine: Engine) {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-system-'))
  const server = engine === 'postgresql' ? await createServerDatabase(providerMigrations, coreMigrations) : undefined
  const servingUrl = server && (await byServingRole(server.url))
  const owner = server && (await openDatabase({ databaseUrl: server.url }))
  const env = (component: string): Env =>
    servingUrl ? { DATABASE_URL: servingUrl } : { DATA_DIR: copyEmptyDatabase(join(folder, component)) }
  const remove = async (): Promise<void> => {
    await owner?.close()
    await server?.drop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { env, owner, remove }
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

export function coreOf({ coreUrl, webUrl }: Served) {
  return { url: coreUrl, origin: new URL(webUrl).origin }
}

export async function signUpOn(system: System) {
  return signUpForToken(coreOf(system))
}
