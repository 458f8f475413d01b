import cluster from 'node:cluster'
import { withRegistrar } from '@countersign/provider'
import { closeHttpServer, createHttpServer, listenOnHost, mountHealth } from '@countersign/service/http'
import { shedLoad } from '@countersign/service/limits'
import { type Environment, findText, VERSION } from '@countersign/service/settings'
import { type Database, migrate, refuseMissingRights, rightsCheck, schemaCheck } from '@countersign/service/sql'
import { exposeMetrics, type Logger, type RepeatedTask, repeat, startTracing } from '@countersign/service/telemetry'
import type { FastifyInstance } from 'fastify'
import { removeAbandonedCopies } from './backup/copy-database.ts'
import { CommandError } from './command-error.ts'
import { carryOutOn } from './commands/database-commands.ts'
import {
  COMPONENTS,
  type Component,
  type ComponentConfigs,
  migrationsOf,
  mountComponents,
  schemasOf,
} from './components.ts'
import { listenForCommands } from './control/control-server.ts'
import { type DemoUniversity, mountUniversity } from './dev/demo-university.ts'
import { type DevelopmentMailbox, mountMailbox } from './dev/mailbox.ts'
import { createProcessHealth } from './doctor/process-health.ts'
import { isEveryAddress } from './settings/addresses.ts'
import { dataDirectoryOf, openConfiguredDatabase } from './settings/database-settings.ts'
import type { ListenSettings } from './settings/process-settings.ts'
import { type Rules, readServerSettings } from './settings/server-settings.ts'

const UPKEEP_PAUSE_MS = 5_000

export type ServerOptions = {
  readonly env: Environment
  readonly components?: readonly Component[]
  readonly logger: Logger
  /** Refuses settings that work but are unsafe; refuses nothing if left out. */
  readonly rules?: Rules
  /** Number of processes on one address; 1 if left out. */
  readonly workers?: number
  /** Migrated, and closed with the server; opened from the environment if left out. */
  readonly database?: Database
  /** Keeps mails for a page instead of sending them. */
  readonly mailbox?: DevelopmentMailbox
  readonly university?: DemoUniversity
}

export type RunningServer = {
  readonly url: string
  readonly app: FastifyInstance
  /** Undefined for components without tables. */
  readonly database: Database | undefined
  /** Finishes pending requests, then closes the database. */
  close(): Promise<void>
}

/**
 * Serves the components on one address. Checks settings and port before it opens the database.
 * @throws SettingsError, CommandError (a port that is taken), DirectoryInUse, DatabaseUnavailable
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { components = COMPONENTS, logger, mailbox, university, workers } = options
  const settings = await readServerSettings({ ...options, components })
  const { env, listen, trustedProxies, maxDelayMs, metrics, tracing, configs } = settings
  warnAboutSharedSecret(configs, logger)
  const database = options.database ?? (await openMigrated(env, components, workers))
  await applyAtStart(database, settings, { components, logger })
  const app = createHttpServer({
    logger,
    baseUrl: env['BASE_URL'],
    trustedProxies,
    serviceTokens: [...(configs.provider?.serviceTokens ?? []), ...(configs.oprf?.tokens ?? [])],
    // Doctor reads it from the audit trail, which only the provider has.
    onForwardedIgnored: (address) => {
      if (configs.provider) app.auditTrail.record({ event: 'forwarded_header_ignored' }, address)
    },
  })
  let stopTracing: (() => Promise<void>) | undefined
  let upkeep: RepeatedTask | undefined
  let stopCommands: (() => Promise<void>) | undefined
  let stopMetrics: (() => Promise<void>) | undefined
  const closeDatabase = async (): Promise<void> => {
    await upkeep?.stop()
    await database?.close()
  }
  const close = async (): Promise<void> => {
    await Promise.all([stopCommands?.(), closeHttpServer(app)])
    // In parallel: a slow collector must not delay closing the database.
    await Promise.all([stopMetrics?.(), stopTracing?.(), closeDatabase()])
  }
  try {
    shedLoad(app, { maxDelayMs, databaseLoad: database?.load ?? (() => 0) })
    stopTracing = tracing && (await startTracing(tracing))
    upkeep = database && startUpkeep(database, logger)
    const health = database && createProcessHealth({ env, database }, components)
    await mountComponents(app, configs, { database, dataDirectory: dataDirectoryOf(env), mailbox, health })
    if (mailbox) mountMailbox(app, mailbox)
    if (university) mountUniversity(app, university)
    mountHealth(app, database ? checksOf(database, components) : [])
    // The primary exposes the metrics of all workers.
    if (!cluster.isWorker) stopMetrics = await answerPrometheus(metrics, logger)
    await listenOnHost(app, listen)
    // A given database has no directory where the command line would look for a socket.
    if (!options.database) stopCommands = await acceptCommands(env, database, logger)
  } catch (error) {
    await close()
    throw error
  }
  return { url: env['BASE_URL'] ?? '', app, database, close }
}

/** The command line opens PostgreSQL itself; the embedded database serves only this process. */
async function acceptCommands(env: Environment, database: Database | undefined, logger: Logger) {
  // Windows has no such socket: there the command line asks to stop this process first.
  if (database?.engine !== 'embedded' || process.platform === 'win32') return undefined
  try {
    return await listenForCommands({ dataDirectory: dataDirectoryOf(env), carryOut: carryOutOn(database, env), logger })
  } catch (error) {
    // Not every file system holds sockets; serving works without.
    logger.warn({ event: 'command_socket_failed', err: error }, 'The command line cannot reach this process')
    return undefined
  }
}

type Applied = Pick<Awaited<ReturnType<typeof readServerSettings>>, 'apps' | 'env' | 'configs'>
type Applying = { readonly components: readonly Component[]; readonly logger: Logger }

/** Makes the provider's registry what APPS_FILE says. Closes the database if that is refused. @throws AppsFileRefused */
export async function applyAtStart(
  database: Database | undefined,
  { apps, env, configs }: Applied,
  { components, logger }: Applying,
): Promise<void> {
  if (!apps || !database || !components.includes('provider')) return
  const { sql } = database
  const sent = configs.provider?.events?.names
  try {
    const changes = await withRegistrar({ sql, by: 'apps_file', sent }, (registrar) =>
      registrar.applyAppsFile(apps, { issuer: findText(env, 'BASE_URL'), isDry: false }),
    )
    logger.info({ event: 'apps_file_applied', changes: changes.length }, 'APPS_FILE is applied')
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Undefined if these components have no tables. */
export async function openMigrated(
  env: Environment,
  components: readonly Component[],
  processes?: number,
): Promise<Database | undefined> {
  const migrations = migrationsOf(components)
  if (migrations.length === 0) return undefined
  const database = await openConfiguredDatabase(env, processes)
  try {
    if (database.engine === 'embedded') removeAbandonedCopies(dataDirectoryOf(env))
    await refuseMissingRights(database, schemasOf(components))
    for (const each of migrations) await migrate(database, each)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

function checksOf(database: Database, components: readonly Component[]) {
  const checks = [...database.checks, schemaCheck(database, migrationsOf(components))]
  return database.engine === 'embedded' ? checks : [...checks, rightsCheck(database, schemasOf(components))]
}

/** The embedded database has no server process to maintain it. */
function startUpkeep(database: Database, logger: Logger): RepeatedTask {
  return repeat({
    pauseMs: UPKEEP_PAUSE_MS,
    work: () => database.maintain(),
    onError: (error) => logger.warn({ event: 'background_task_failed', task: 'upkeep', err: error }),
  })
}

/** A shared secret cannot be published, and every verifier can forge. */
function warnAboutSharedSecret({ provider, core }: ComponentConfigs, logger: Logger): void {
  const keys = provider?.dataTokenKeys ?? core?.dataTokenKeys
  if (keys?.publicKeys.length === 0) {
    logger.warn(
      { event: 'shared_data_token_secret' },
      'DATA_TOKEN_SECRET is a shared secret (HS256): every app that verifies data tokens with it can also forge them',
    )
  }
}

/**
 * Exposes metrics until the returned function is called.
 * @throws CommandError if the address cannot be listened on
 */
export async function answerPrometheus(
  address: ListenSettings | undefined,
  logger: Logger,
): Promise<(() => Promise<void>) | undefined> {
  if (!address) return undefined
  if (isEveryAddress(address.host)) {
    const text = 'METRICS_ADDRESS is open to every network of this machine, and asks for no password'
    logger.warn({ event: 'metrics_open_to_all_networks' }, text)
  }
  try {
    return await exposeMetrics(address, VERSION)
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown'
    throw new CommandError(`Metrics cannot be offered at METRICS_ADDRESS (${reason}). Choose another port.`, {
      cause: error,
    })
  }
}
