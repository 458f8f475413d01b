import {
  askInProcess,
  askOver,
  type CoreConfig,
  coreMigrations,
  createProviderClient,
  httpTransport,
  type Mailbox,
  mountCore,
  mountOprf,
  type OprfConfig,
  providerCheck,
  publicKeyOf,
} from '@countersign/core'
import { mountProvider, type ProviderConfig, providerMigrations } from '@countersign/provider'
import { type Database, type Migrations } from '@countersign/service/sql'
import { addReadinessCheck } from '@countersign/service/telemetry'
import { endServiceWorkers, mountWeb, type WebConfig } from '@countersign/web'
import type { FastifyInstance } from 'fastify'

export const COMPONENTS = ['provider', 'core', 'consent'] as const

/** What is served only when it is named: next to core it would keep nothing from core. */
export const APART = 'oprf'

export type Component = (typeof COMPONENTS)[number] | typeof APART

/** The settings of the components that this process serves. */
export type ComponentConfigs = {
  readonly provider?: ProviderConfig
  readonly core?: CoreConfig
  readonly consent?: WebConfig
  readonly oprf?: OprfConfig
}

/** The schemas that these components own. */
export function migrationsOf(components: readonly Component[]): readonly Migrations[] {
  return [
    ...(components.includes('provider') ? [providerMigrations] : []),
    ...(components.includes('core') ? [coreMigrations] : []),
  ]
}

type Stores = {
  readonly database: Pick<Database, 'sql' | 'listen' | 'engine'> | undefined
  readonly dataDirectory: string
  /** Where codes go that nobody is configured to send. */
  readonly mailbox?: Mailbox | undefined
}

/** Mounts the components on one server. Next to the provider, core calls it without leaving the process. */
export async function mountComponents(
  app: FastifyInstance,
  configs: ComponentConfigs,
  { database, dataDirectory, mailbox }: Stores,
) {
  const { sql, ...shared } = database ?? {}
  const now = () => new Date()
  const { provider, core, consent, oprf } = configs
  // Before the routes of the other components, for which it counts too.
  if (consent) endServiceWorkers(app)
  const callers = core ? 'in_process' : 'elsewhere'
  const answerCore =
    provider && sql && (await mountProvider(app, { sql, config: provider, now, core: callers, ...shared }))
  if (core && sql) {
    const { serviceToken, providerUrl: baseUrl, providerTimeoutSeconds: timeoutSeconds } = core
    const ask = answerCore
      ? askInProcess(answerCore, { timeoutSeconds })
      : askOver(httpTransport({ baseUrl, serviceToken, timeoutSeconds }))
    if (!answerCore) addReadinessCheck(app, providerCheck(baseUrl))
    const providerClient = createProviderClient({ ask, logger: app.log, now })
    await mountCore(app, { sql, config: core, provider: providerClient, now, ...shared, ...(mailbox && { mailbox }) })
  }
  if (oprf) await mountOprf(app, { config: oprf, directory: dataDirectory, now })
  if (consent) await mountWeb(app, { ...consent, opaqueServerKeys: await opaqueServerKeysOf(configs) })
}

/**
 * Next to a core that has setups they are those of its setups, whatever else is named; elsewhere the operator names them,
 * or none is checked.
 */
export async function opaqueServerKeysOf({ core, consent }: ComponentConfigs): Promise<readonly string[]> {
  return core && !core.oprf ? Promise.all(core.opaqueServerSetups.map(publicKeyOf)) : (consent?.opaqueServerKeys ?? [])
}
