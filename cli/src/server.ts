import {
  closeHttpServer,
  createHttpServer,
  type Database,
  databaseCheck,
  type Environment,
  type Logger,
  listenOnHost,
  migrate,
  mountHealth,
  readSettings,
} from '@countersign/service'
import type { FastifyInstance } from 'fastify'
import {
  COMPONENTS,
  type Component,
  type ComponentConfigs,
  migrationsOf,
  mountComponents,
  readConfigs,
} from './components.ts'
import { openConfiguredDatabase } from './settings/database-settings.ts'
import { claimPort } from './settings/free-port.ts'
import { readListenSettings, readTrustedProxies, withBaseUrl } from './settings/listen-settings.ts'

export type ServerOptions = {
  readonly env: Environment
  /** All of them, on one address, if left out. */
  readonly components?: readonly Component[]
  readonly logger: Logger
}

export type RunningServer = {
  /** The public address: BASE_URL, or where it listens. */
  readonly url: string
  readonly app: FastifyInstance
  /** Absent where only the consent client is served. */
  readonly database: Database | undefined
  /** Answers what is under way, then stops listening and closes the database. */
  close(): Promise<void>
}

/**
 * Serves the components on one address: checks the port and every setting first, then opens and migrates the database,
 * mounts, listens. Throws SettingsError, CommandError (a port that is taken), DirectoryInUse, DatabaseUnavailable.
 */
export async function startServer({ env, components = COMPONENTS, logger }: ServerOptions): Promise<RunningServer> {
  const settings = readSettings(env)
  const listen = readListenSettings(settings)
  const trustedProxies = readTrustedProxies(settings)
  settings.done()
  const port = await claimPort(listen, 'PORT')
  const fullEnv = withBaseUrl(env, port)
  const configs = await readConfigs(fullEnv, components)
  warnAboutSharedSecret(configs, logger)
  const database = await openMigrated(fullEnv, components)
  const app = createHttpServer({ logger, trustedProxies })
  const close = async (): Promise<void> => {
    await closeHttpServer(app)
    await database?.close()
  }
  try {
    await mountComponents(app, configs, database)
    mountHealth(app, database ? [databaseCheck(database.sql)] : [])
    await listenOnHost(app, { host: listen.host, port })
  } catch (error) {
    await close()
    throw error
  }
  return { url: fullEnv['BASE_URL'] ?? '', app, database, close }
}

async function openMigrated(env: Environment, components: readonly Component[]): Promise<Database | undefined> {
  const migrations = migrationsOf(components)
  if (migrations.length === 0) return undefined
  const database = await openConfiguredDatabase(env)
  try {
    for (const each of migrations) await migrate(database, each)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

/** With a shared secret there is nothing to publish, and whoever can verify a data token can forge one. */
function warnAboutSharedSecret({ provider, core }: ComponentConfigs, logger: Logger): void {
  const keys = provider?.dataTokenKeys ?? core?.dataTokenKeys
  if (keys?.publicKeys.length === 0) {
    logger.warn(
      { event: 'shared_data_token_secret' },
      'DATA_TOKEN_SECRET is a shared secret (HS256): whoever can verify a data token with it can also forge one',
    )
  }
}
