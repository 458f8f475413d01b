import cluster from 'node:cluster'
import { availableParallelism } from 'node:os'
import { closeOnSignals } from '@countersign/service/http'
import { type Environment, isSet } from '@countersign/service/settings'
import { createLogger, gatherMetrics, tellMetrics } from '@countersign/service/telemetry'
import { Argument, type Command, InvalidArgumentError } from 'commander'
import type { CommandContext } from '../command-context.ts'
import { CommandError } from '../command-error.ts'
import { APART, COMPONENTS, type Component, migrationsOf } from '../components.ts'
import { answerPrometheus, applyAtStart, openMigrated, startServer } from '../server.ts'
import { logLevelOf } from '../settings/process-settings.ts'
import { checkProductionRules } from '../settings/production-rules.ts'
import { readServerSettings } from '../settings/server-settings.ts'
import { superviseWorkers } from '../workers/supervise-workers.ts'

type Served = { readonly env: Environment; readonly components: readonly Component[]; readonly workers: number }

/** `countersign serve [components...]`: for production, configured by the environment alone. */
export function addServeCommand(program: Command, { env }: CommandContext): void {
  program
    .command('serve')
    .description('serve all components on one address, or only those named')
    .addArgument(new Argument('[components...]', 'which components').choices([...COMPONENTS, APART]))
    .option('--workers <number>', 'how many processes share the address, or auto: one a core', parseWorkerCount, 1)
    .addHelpText('after', '\nEverything else is configured by environment variables; `countersign doctor` lists them.')
    .action(async (named: readonly Component[], { workers }: Pick<Served, 'workers'>, command: Command) => {
      if (named.includes(APART) && named.length > 1) {
        command.error(`error: serve ${APART} by itself, out of reach of core: it has what core must not have`)
      }
      const served = { env, components: named.length > 0 ? named : COMPONENTS, workers }
      await (workers > 1 && cluster.isPrimary ? serveByWorkers(served) : serveHere(served))
    })
}

async function serveHere({ env, components, workers }: Served): Promise<void> {
  const worker = cluster.worker?.id
  const logger = createLogger({ level: logLevelOf(env), worker })
  const server = await startServer({ env, logger, components, rules: checkProductionRules, workers })
  // Install signal handlers before reporting ready.
  closeOnSignals(() => server.close(), { logger })
  if (worker === undefined) logger.info({ event: 'listening', url: server.url }, 'ready')
  else {
    tellMetrics()
    process.send?.('ready')
  }
}

/** Checks settings and ports and migrates once, before any worker starts. */
async function serveByWorkers({ env, components, workers }: Served): Promise<void> {
  refuseSeveral(components, env)
  const logger = createLogger({ level: logLevelOf(env) })
  const settings = await readServerSettings({ env, components, rules: checkProductionRules })
  gatherMetrics()
  const stopMetrics = await answerPrometheus(settings.metrics, logger)
  try {
    const database = await openMigrated(env, components)
    await applyAtStart(database, settings, { components, logger })
    await database?.close()
    const workersEnv = { ...settings.env, PORT: String(settings.listen.port) }
    const { close } = await superviseWorkers({ count: workers, env: workersEnv, logger })
    closeOnSignals(async () => void (await Promise.all([close(), stopMetrics?.()])), { logger })
  } catch (error) {
    await stopMetrics?.()
    throw error
  }
  logger.info({ event: 'listening', url: settings.env['BASE_URL'], workers }, 'ready')
}

const MOST_WORKERS = 256

/** `auto` is one per core. */
export function parseWorkerCount(text: string): number {
  if (text === 'auto') return availableParallelism()
  const count = /^\d{1,3}$/.test(text) ? Number(text) : 0
  if (count >= 1 && count <= MOST_WORKERS) return count
  throw new InvalidArgumentError(`Give a number from 1 to ${MOST_WORKERS}, or auto.`)
}

/** @throws CommandError if only one process can serve these */
function refuseSeveral(components: readonly Component[], env: Environment): void {
  if (components.includes(APART)) {
    throw new CommandError(`serve ${APART} is one process, which counts the guesses at each name: leave out --workers.`)
  }
  if (migrationsOf(components).length > 0 && !isSet(env, 'DATABASE_URL')) {
    throw new CommandError(
      'Several workers need PostgreSQL, because the embedded database serves one process: set DATABASE_URL, or leave out --workers.',
    )
  }
}
