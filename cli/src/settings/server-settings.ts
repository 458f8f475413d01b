import { readCoreConfig } from '@countersign/core'
import { readProviderConfig } from '@countersign/provider'
import { type Environment, readSettings, SettingsError, type SettingsReader } from '@countersign/service'
import { readConsentConfig } from '@countersign/web'
import type { Component, ComponentConfigs } from '../components.ts'
import { claimPort } from './free-port.ts'
import { type ListenSettings, readListenSettings, readTrustedProxies, withBaseUrl } from './listen-settings.ts'
import { readLogLevel } from './log-level.ts'

/** What is refused beyond what no server could work with. */
export type Rules = (settings: SettingsReader) => void

export type ServerSettings = {
  /** What was given, with the address that was settled. */
  readonly env: Environment
  readonly listen: ListenSettings
  readonly trustedProxies: readonly string[]
  readonly configs: ComponentConfigs
}

/** What is to be served, and how strictly. */
type Served = { readonly env: Environment; readonly components: readonly Component[]; readonly rules: Rules }

/**
 * Reads the settings of all that is to be served, and makes sure of the port.
 * @throws one SettingsError with every problem of every component, or CommandError for a port that is taken
 */
export async function readServerSettings(
  env: Environment,
  components: readonly Component[],
  rules: Rules,
): Promise<ServerSettings> {
  const { settings, problems } = await collectSettings({ env, components, rules }, (listen) =>
    claimPort(listen, 'PORT'),
  )
  if (!settings) throw new SettingsError(problems)
  return settings
}

/** Every problem that serving would name. Touches no port: a running server may have it. */
export async function findProblems(
  env: Environment,
  components: readonly Component[],
  rules: Rules,
): Promise<readonly string[]> {
  const { problems } = await collectSettings({ env, components, rules }, async ({ port }) => port)
  return problems
}

async function collectSettings(
  { env, components, rules }: Served,
  settlePort: (listen: ListenSettings) => Promise<number>,
): Promise<{ readonly settings?: ServerSettings; readonly problems: readonly string[] }> {
  const problems = new Set<string>()
  const listen = await collect(env, problems, readListenSettings)
  const trustedProxies = await collect(env, problems, readTrustedProxies)
  await collect(env, problems, readLogLevel)
  await collect(env, problems, rules)
  const port = listen ? await settlePort(listen) : 0
  const fullEnv = withBaseUrl(env, port)
  const configs = await readConfigs(fullEnv, components, problems)
  if (!listen || !trustedProxies || problems.size > 0) return { problems: [...problems] }
  return { settings: { env: fullEnv, listen: { ...listen, port }, trustedProxies, configs }, problems: [] }
}

async function readConfigs(
  env: Environment,
  components: readonly Component[],
  problems: Set<string>,
): Promise<ComponentConfigs> {
  const read = async <Config>(name: Component, readConfig: (settings: SettingsReader) => Config | Promise<Config>) => {
    if (!components.includes(name)) return undefined
    return collect(env, problems, readConfig)
  }
  const provider = await read('provider', readProviderConfig)
  const core = await read('core', readCoreConfig)
  const consent = await read('consent', readConsentConfig)
  return { ...(provider && { provider }), ...(core && { core }), ...(consent && { consent }) }
}

async function collect<Config>(
  env: Environment,
  problems: Set<string>,
  readConfig: (settings: SettingsReader) => Config | Promise<Config>,
): Promise<Config | undefined> {
  const settings = readSettings(env)
  try {
    const config = await readConfig(settings)
    settings.done()
    return config
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    for (const problem of error.problems) problems.add(problem)
    return undefined
  }
}
