import { type ConsentConfig, mountConsent, readConsentConfig } from '@countersign/consent'
import {
  type CoreConfig,
  coreMigrations,
  createProviderClient,
  httpTransport,
  inProcessTransport,
  mountCore,
  publicKeyOf,
  readCoreConfig,
} from '@countersign/core'
import { mountProvider, type ProviderConfig, providerMigrations, readProviderConfig } from '@countersign/provider'
import { type Database, type Environment, type Migrations, readSettings, SettingsError } from '@countersign/service'
import type { FastifyInstance } from 'fastify'
import { checkProductionRules } from './settings/production-rules.ts'

export const COMPONENTS = ['provider', 'core', 'consent'] as const

export type Component = (typeof COMPONENTS)[number]

/** The settings of the components that this process serves. */
export type ComponentConfigs = {
  readonly provider?: ProviderConfig
  readonly core?: CoreConfig
  readonly consent?: ConsentConfig
}

/** The schemas that these components own. */
export function migrationsOf(components: readonly Component[]): readonly Migrations[] {
  return [
    ...(components.includes('provider') ? [providerMigrations] : []),
    ...(components.includes('core') ? [coreMigrations] : []),
  ]
}

/** Reads the settings of all that is to be served. Throws one SettingsError with every problem of every component. */
export async function readConfigs(env: Environment, components: readonly Component[]): Promise<ComponentConfigs> {
  const problems = new Set<string>()
  const read = async <Config>(name: Component, readConfig: (settings: Reader) => Config | Promise<Config>) => {
    if (!components.includes(name)) return undefined
    return collect(env, problems, readConfig)
  }
  const provider = await read('provider', readProviderConfig)
  const core = await read('core', readCoreConfig)
  const consent = await read('consent', readConsentConfig)
  if (env['NODE_ENV'] === 'production') await collect(env, problems, checkProductionRules)
  if (problems.size > 0) throw new SettingsError([...problems])
  return { ...(provider && { provider }), ...(core && { core }), ...(consent && { consent }) }
}

type Reader = ReturnType<typeof readSettings>

async function collect<Config>(
  env: Environment,
  problems: Set<string>,
  readConfig: (settings: Reader) => Config | Promise<Config>,
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

type DatabaseParts = Pick<Database, 'sql' | 'listen' | 'engine'>

/** Mounts the components on one server. Next to the provider, core calls it without leaving the process. */
export async function mountComponents(
  app: FastifyInstance,
  configs: ComponentConfigs,
  database: DatabaseParts | undefined,
) {
  const { sql, ...shared } = database ?? {}
  const now = () => new Date()
  const { provider, core, consent } = configs
  if (provider && sql) {
    const place = core ? 'in_process' : 'elsewhere'
    await mountProvider(app, { sql, config: provider, now, core: place, ...shared })
  }
  if (core && sql) {
    const settings = { serviceToken: core.serviceToken, timeoutSeconds: core.providerTimeoutSeconds }
    const transport = provider
      ? inProcessTransport(app, settings)
      : httpTransport({ baseUrl: core.providerUrl, ...settings })
    const providerClient = createProviderClient({ transport, logger: app.log })
    await mountCore(app, { sql, config: core, provider: providerClient, now, ...shared })
  }
  if (consent) await mountConsent(app, { ...consent, opaqueServerKeys: await opaqueServerKeysOf(configs) })
}

/** Next to core the keys are known; elsewhere the operator names them, or none is checked. */
async function opaqueServerKeysOf({ core, consent }: ComponentConfigs): Promise<readonly string[]> {
  const named = consent?.opaqueServerKeys ?? []
  return named.length > 0 || !core ? named : Promise.all(core.opaqueServerSetups.map(publicKeyOf))
}
