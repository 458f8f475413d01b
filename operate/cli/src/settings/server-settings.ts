import cluster from 'node:cluster'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { CORE_SETTINGS, readCoreConfig, readOprfConfig } from '@countersign/core'
import { type AppsFileContent, PROVIDER_SETTINGS, readProviderConfig } from '@countersign/provider'
import {
  BASE_URL,
  type Environment,
  findReadable,
  readSettings,
  type Setting,
  SettingsError,
  type ValuesOf,
  VERSION,
} from '@countersign/service/settings'
import type { TracingSettings } from '@countersign/service/telemetry'
import { readWebConfig, WEB_SETTINGS } from '@countersign/web'
import type { AppsFileRead } from '../apps-file/read-apps-file.ts'
import { CommandError } from '../command-error.ts'
import type { Component, ComponentConfigs } from '../components.ts'
import { type ListenSettings, PROCESS_SETTINGS, withBaseUrl } from './process-settings.ts'

/** Problems beyond unusable settings, each beginning with a setting's name. */
export type Rules = (env: Environment, components: readonly Component[]) => readonly string[]

type Served = { readonly env: Environment; readonly components: readonly Component[]; readonly rules?: Rules }

/**
 * Reads all settings and claims the port.
 * @throws SettingsError with every problem of every component, CommandError for a taken port
 */
export async function readServerSettings(served: Served) {
  const { settings, problems } = await collectSettings(served, (listen) => claimPort(listen, 'PORT'))
  if (!settings) throw new SettingsError(problems)
  return settings
}

/** Problems that serving would report. Touches no port: a running server may have it. */
export async function findProblems(served: Served): Promise<readonly string[]> {
  const { problems } = await collectSettings(served, async ({ port }) => port)
  return problems
}

async function collectSettings(
  { env, components, rules }: Served,
  settlePort: (listen: ListenSettings) => Promise<number>,
) {
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
  const fullEnv = withBaseUrl(withBrand(env, own?.APPS_FILE?.brand ?? {}, problems), port)
  const readIf = <Config>(name: Component, read: (env: Environment) => Promise<Config>) =>
    components.includes(name) ? collect(read(fullEnv)) : undefined
  const provider = await readIf('provider', readProviderConfig)
  const core = await readIf('core', readCoreConfig)
  const web = await readIf('web', readWebConfig)
  const oprf = await readIf('oprf', readOprfConfig)
  const apps = components.includes('provider') ? readApps(own?.APPS_FILE, problems) : undefined
  if (!own || problems.size > 0) return { settings: undefined, problems: [...problems] }
  const configs: ComponentConfigs = { provider, core, web, oprf }
  return {
    settings: {
      /** With the final BASE_URL. */
      env: fullEnv,
      listen: { host, port },
      trustedProxies: own.TRUSTED_PROXIES,
      metrics: own.METRICS_ADDRESS,
      tracing: tracingOf(own),
      maxDelayMs: own.MAX_EVENT_LOOP_DELAY,
      apps,
      configs,
    },
    problems: [],
  }
}

/** Only the provider has the secrets of apps: others read the brand alone. */
function readApps(file: AppsFileRead | undefined, problems: Set<string>): AppsFileContent | undefined {
  try {
    return file?.readContent()
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    problems.add(`APPS_FILE is refused: ${error.message}`)
    return undefined
  }
}

/** Adds the brand of the apps file. The same setting with another value is a problem. */
function withBrand(env: Environment, brand: Environment, problems: Set<string>): Environment {
  const named = Object.entries(brand).filter(([, value]) => value !== undefined)
  for (const [name, value] of named) {
    const own = findReadable(env, name)
    if (own !== undefined && own !== value) problems.add(`${name} is another in APPS_FILE: keep one of them.`)
  }
  return { ...env, ...Object.fromEntries(named) }
}

function tracingOf(own: ValuesOf<typeof PROCESS_SETTINGS>): TracingSettings | undefined {
  const endpoint = own.OTEL_EXPORTER_OTLP_ENDPOINT
  if (endpoint === undefined) return undefined
  return { endpoint, share: own.OTEL_TRACES_SAMPLER_ARG, serviceName: own.OTEL_SERVICE_NAME, version: VERSION }
}

/** In the order of the documents. */
export const SETTINGS: ReadonlyMap<string, Setting> = new Map(
  [{ BASE_URL }, PROCESS_SETTINGS, CORE_SETTINGS, PROVIDER_SETTINGS, WEB_SETTINGS].flatMap((table) =>
    Object.entries<Setting>(table),
  ),
)

/** The value of an unset setting, in Markdown. */
export function defaultOf({ unset, default: text }: Setting): string | undefined {
  return unset ?? (text === undefined ? undefined : `\`${text}\``)
}

/** Checks that a port is free and returns it. `variable` names its setting in the refusal. */
export async function claimPort({ host, port }: ListenSettings, variable: string): Promise<number> {
  // The primary has checked; a worker's probe would take connections of the shared port.
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
  if (code === 'EACCES')
    return `Port ${port} needs more rights than this user has. Choose one above 1023: ${variable}=8080`
  return `It is not possible to listen on ${host}, port ${port}: ${error instanceof Error ? error.message : 'unknown'}.`
}
