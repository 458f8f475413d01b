import cluster from 'node:cluster'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { CORE_SETTINGS, readCoreConfig, readOprfConfig } from '@countersign/core'
import { PROVIDER_SETTINGS, readProviderConfig } from '@countersign/provider'
import {
  BASE_URL,
  type Environment,
  readSettings,
  type Setting,
  SettingsError,
  type ValuesOf,
  VERSION,
} from '@countersign/service/settings'
import type { TracingSettings } from '@countersign/service/telemetry'
import { readWebConfig, WEB_SETTINGS } from '@countersign/web'
import { CommandError } from '../command-error.ts'
import type { Component, ComponentConfigs } from '../components.ts'
import { type ListenSettings, PROCESS_SETTINGS, withBaseUrl } from './process-settings.ts'

/**
 * What is refused of what these components are given, beyond what no server could work with: the rules that are broken,
 * each beginning with a setting's name.
 */
export type Rules = (env: Environment, components: readonly Component[]) => readonly string[]

export type ServerSettings = {
  /** What was given, with the address that was settled. */
  readonly env: Environment
  readonly listen: ListenSettings
  readonly trustedProxies: readonly string[]
  /** Where metrics are read; nowhere if absent. */
  readonly metrics: ListenSettings | undefined
  /** Where traces go; nowhere if absent. */
  readonly tracing: TracingSettings | undefined
  /** How long requests may wait for this process at most. */
  readonly maxDelayMs: number
  readonly configs: ComponentConfigs
}

/** What is to be served, and how strictly. */
type Served = { readonly env: Environment; readonly components: readonly Component[]; readonly rules?: Rules }

/**
 * Reads the settings of all that is to be served, and makes sure of the port.
 * @throws one SettingsError with every problem of every component, or CommandError for a port that is taken
 */
export async function readServerSettings(served: Served): Promise<ServerSettings> {
  const { settings, problems } = await collectSettings(served, (listen) => claimPort(listen, 'PORT'))
  if (!settings) throw new SettingsError(problems)
  return settings
}

/** Every problem that serving would name. Touches no port: a running server may have it. */
export async function findProblems(served: Served): Promise<readonly string[]> {
  const { problems } = await collectSettings(served, async ({ port }) => port)
  return problems
}

async function collectSettings(
  { env, components, rules }: Served,
  settlePort: (listen: ListenSettings) => Promise<number>,
): Promise<{ readonly settings?: ServerSettings; readonly problems: readonly string[] }> {
  const problems = new Set<string>()
  const collect = async <Config>(reading: Promise<Config>): Promise<Config | undefined> =>
    reading.catch((error: unknown) => {
      if (!(error instanceof SettingsError)) throw error
      for (const problem of error.problems) problems.add(problem)
      return undefined
    })
  const own = await collect(readSettings(env, PROCESS_SETTINGS, rules?.(env, components)))
  const host = own?.HOST ?? ''
  const port = own ? await settlePort({ host, port: own.PORT }) : 0
  const fullEnv = withBaseUrl(env, port)
  const readIf = <Config>(name: Component, read: (env: Environment) => Promise<Config>) =>
    components.includes(name) ? collect(read(fullEnv)) : undefined
  const provider = await readIf('provider', readProviderConfig)
  const core = await readIf('core', readCoreConfig)
  const consent = await readIf('consent', readWebConfig)
  const oprf = await readIf('oprf', readOprfConfig)
  if (!own || problems.size > 0) return { problems: [...problems] }
  const configs = {
    ...(provider && { provider }),
    ...(core && { core }),
    ...(consent && { consent }),
    ...(oprf && { oprf }),
  }
  return {
    settings: {
      env: fullEnv,
      listen: { host, port },
      trustedProxies: own.TRUSTED_PROXIES,
      metrics: own.METRICS_ADDRESS,
      tracing: tracingOf(own),
      maxDelayMs: own.MAX_EVENT_LOOP_DELAY,
      configs,
    },
    problems: [],
  }
}

function tracingOf(own: ValuesOf<typeof PROCESS_SETTINGS>): TracingSettings | undefined {
  const endpoint = own.OTEL_EXPORTER_OTLP_ENDPOINT
  if (endpoint === undefined) return undefined
  return { endpoint, share: own.OTEL_TRACES_SAMPLER_ARG, serviceName: own.OTEL_SERVICE_NAME, version: VERSION }
}

/** Every setting once, by name, in the order in which people are shown them. */
export const SETTINGS: ReadonlyMap<string, Setting> = new Map(
  [{ BASE_URL }, PROCESS_SETTINGS, CORE_SETTINGS, PROVIDER_SETTINGS, WEB_SETTINGS].flatMap((table) =>
    Object.entries<Setting>(table),
  ),
)

/** What is in force where a setting is not set, in Markdown; undefined where nothing is. */
export function defaultOf({ unset, default: text }: Setting): string | undefined {
  return unset ?? (text === undefined ? undefined : `\`${text}\``)
}

/**
 * Makes sure that a port can be listened on, before anything else is started, and answers which one it is.
 * `variable` names the setting with which the person chooses another.
 */
export async function claimPort({ host, port }: ListenSettings, variable: string): Promise<number> {
  // Its primary has made sure, and a probe here would be given connections of the port that all workers share.
  if (cluster.isWorker) return port
  const probe = createServer()
  try {
    probe.listen(port, host)
    await once(probe, 'listening')
    const address = probe.address()
    return typeof address === 'object' && address ? address.port : port
  } catch (error) {
    throw new CommandError(refusalOf(error, { host, port }, variable), { cause: error })
  } finally {
    probe.close()
  }
}

function refusalOf(error: unknown, { host, port }: ListenSettings, variable: string): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const cure = `Choose another: ${variable}=${port + 1}`
  if (code === 'EADDRINUSE') return `Port ${port} is taken by another program. ${cure}`
  if (code === 'EACCES') return `Port ${port} needs more rights than this user has. ${cure}`
  return `It is not possible to listen on ${host}, port ${port}: ${error instanceof Error ? error.message : 'unknown'}.`
}
