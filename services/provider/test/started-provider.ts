import { generateDataTokenSecret, readDataTokenKeys } from '@countersign/data-token'
import { UNBRANDED } from '@countersign/service/brand'
import { createHttpServer } from '@countersign/service/http'
import { type OutboundPolicy } from '@countersign/service/network'
import { type Database, openDatabase } from '@countersign/service/sql'
import { createLogger } from '@countersign/service/telemetry'
import {
  createTestDatabase,
  type Engine,
  migrateTestDatabase,
  noteUndocumented,
  refuseUndocumented,
} from '@countersign/testing'
import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import {
  type ClientRegistration,
  mountProvider,
  type ProviderConfig,
  providerMigrations,
  registerClient,
} from '../src/index.ts'
import { ADMIN_TOKEN, flowSteps, REDIRECT_URI, SERVICE_TOKEN, type TestClient } from './flow-steps.ts'

export { ADMIN_TOKEN, basicOf, REDIRECT_URI, SERVICE_TOKEN, type TestClient, USER_ID } from './flow-steps.ts'

export const ISSUER = 'https://id.example'
export const KEY_ENCRYPTION_SECRET = 'key-encryption-secret-for-tests-0123456789'
export const TOKEN_SECRET = 'token-secret-for-tests-0123456789abcdef'
/** KEY_ENCRYPTION_SECRET during its replacement: the first seals, all open. */
export const REPLACED_SECRETS = ['the-next-key-encryption-secret-0123456789ab', KEY_ENCRYPTION_SECRET]

/** Light-my-request calls from 127.0.0.1: trusted, so that tests can say where a request comes from. */
const TRUSTED_PROXIES = ['127.0.0.1']

const REGISTRATION: ClientRegistration = {
  name: 'Example App',
  description: 'An app for tests.',
  redirectUris: [REDIRECT_URI, 'https://app.example/other'],
  scopes: [
    { name: 'openid', reason: '', required: false },
    { name: 'email', reason: 'To send you receipts.', required: false },
    { name: 'profile', reason: '', required: false },
  ],
}

/** An app as an administrator registers it. */
export const CREATION = {
  name: 'New App',
  redirect_uris: [REDIRECT_URI],
  scopes: [{ name: 'email', reason: 'To write to you.', required: true }],
}

/** A stand-in for the internet, a database that another provider is on too, or where core is. */
type Surroundings = {
  readonly core?: 'elsewhere' | 'in_process'
  readonly outbound?: OutboundPolicy
  readonly database?: Database
}

export type StartedProvider = Awaited<ReturnType<typeof startProvider>>

/** A provider on a new database with one registered app, and the steps of the flow as functions. */
export async function startProvider(
  engine: Engine,
  now: () => Date = () => new Date(),
  settings: Partial<ProviderConfig> = {},
  { outbound, database: given, core = 'elsewhere' }: Surroundings = {},
) {
  const database = given ?? (await createTestDatabase(engine, providerMigrations))
  if (given) await migrateTestDatabase(given, providerMigrations)
  const dataTokenKeys = await readDataTokenKeys(await generateDataTokenSecret())
  const log: string[] = []
  const undocumented = new Set<string>()
  const logger = createLogger({ level: 'info', destination: { write: (line: string) => void log.push(line) } })
  const config: ProviderConfig = {
    issuer: ISSUER,
    webUrl: ISSUER,
    serviceTokens: [SERVICE_TOKEN, 'the-next-service-token-0123456789abcdef'],
    dataTokenKeys,
    requestLifetimeSeconds: 600,
    pushedRequestLifetimeSeconds: 60,
    requirePushedRequests: false,
    keyEncryptionSecrets: [KEY_ENCRYPTION_SECRET],
    tokenSecrets: [TOKEN_SECRET],
    keyRotationSeconds: 90 * 86_400,
    idTokenLifetimeSeconds: 300,
    grantLifetimeSeconds: 180 * 86_400,
    refreshReuseSeconds: 10,
    events: undefined,
    adminTokens: [ADMIN_TOKEN],
    administrators: [],
    developerRegistration: 'off',
    dynamicRegistration: 'off',
    clientMetadataHosts: undefined,
    brand: UNBRANDED,
    documentationUrl: undefined,
    // Tests fail on purpose, and often; those of the limits set their own.
    rateLimits: { failures: 1_000_000, authorize: 1_000_000, registration: 1_000_000 },
    retention: { auditDays: 365, reuseDetectionDays: 30 },
    ...settings,
  }
  const { sql, listen } = database

  /** One more process, as far as the database can tell, with other settings or the same. */
  async function startInstance(changes: Partial<ProviderConfig> = {}): Promise<FastifyInstance> {
    return (await startAnswering(changes)).instance
  }

  async function startAnswering(changes: Partial<ProviderConfig>) {
    const instance = createHttpServer({ logger, trustedProxies: TRUSTED_PROXIES })
    noteUndocumented(instance, undocumented)
    const own = { ...config, ...changes }
    const surroundings = { engine, listen, core, ...(outbound && { outbound }) }
    const answerCore = await mountProvider(instance, { sql, config: own, now, ...surroundings })
    await instance.ready()
    return { instance, answerCore }
  }

  const { instance: app, answerCore } = await startAnswering({})
  const client = await register(database, {})
  const steps = flowSteps(app, config, client)
  const close = async (): Promise<void> => {
    await app.close()
    if (!given) await database.close()
    refuseUndocumented(undocumented)
  }
  const createApp = async (changes: object = {}): Promise<{ client_id: string; client_secret: string }> =>
    (await steps.admin('POST', 'clients/', { ...CREATION, ...changes })).json()

  /** Every row of the database as text, with the events that wait in memory. */
  async function stored(): Promise<string> {
    await app.auditTrail.flush()
    const tables = await sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'provider'`
    const found = await Promise.all(
      tables.map(({ name }) => database.pool.query(`select t::text as row from provider.${name} t`)),
    )
    return found.flatMap(({ rows }) => rows.map(({ row }) => String(row))).join('\n')
  }

  return {
    app,
    createApp,
    stored,
    answerCore,
    database,
    dataTokenKeys,
    client,
    config,
    log,
    startInstance,
    close,
    register: (changes: Partial<ClientRegistration>) => register(database, changes),
    ...steps,
  }
}

async function register(database: Database, changes: Partial<ClientRegistration>): Promise<TestClient> {
  const { clientId, clientSecret } = await registerClient(database.sql, { ...REGISTRATION, ...changes })
  return { client_id: clientId, client_secret: clientSecret }
}

/** Deadlocks since the database was made. */
export async function countDeadlocks(databaseUrl: string): Promise<unknown> {
  const database = await openDatabase({ databaseUrl })
  const [row] = await database.sql`select deadlocks::int from pg_stat_database where datname = current_database()`
  await database.close()
  return row?.['deadlocks']
}

/** Waits until this many processes listen for changes: starting to listen clears their cache. */
export async function untilListening({ sql }: Pick<Database, 'sql'>, processes: number): Promise<void> {
  const count = async () => {
    const rows = await sql`
      select 1 from pg_stat_activity
       where datname = current_database() and query like 'listen %' and state = 'idle'`
    return rows.length
  }
  await expect.poll(count).toBe(processes)
}
