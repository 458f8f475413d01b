import { mountConsole } from '@countersign/console'
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
import type { ProcessHealth } from '@countersign/service/http'
import { type Database, type Migrations } from '@countersign/service/sql'
import { addReadinessCheck } from '@countersign/service/telemetry'
import { endServiceWorkers, mountWeb, type WebConfig } from '@countersign/web'
import type { FastifyInstance } from 'fastify'

export const COMPONENTS = ['provider', 'core', 'web'] as const

/** Served only by name: beside core it would hide nothing from core. */
export const APART = 'oprf'

export type Component = (typeof COMPONENTS)[number] | typeof APART

export type ComponentConfigs = {
  readonly provider?: ProviderConfig | undefined
  readonly core?: CoreConfig | undefined
  readonly web?: WebConfig | undefined
  readonly oprf?: OprfConfig | undefined
}

export function migrationsOf(components: readonly Component[]): readonly Migrations[] {
  return [
    ...(components.includes('provider') ? [providerMigrations] : []),
    ...(components.includes('core') ? [coreMigrations] : []),
  ]
}

export function schemasOf(components: readonly Component[]): readonly Migrations['schema'][] {
  return migrationsOf(components).map(({ schema }) => schema)
}

type Stores = {
  readonly database: Pick<Database, 'sql' | 'listen' | 'engine'> | undefined
  readonly dataDirectory: string
  readonly mailbox?: Mailbox | undefined
  readonly health?: ProcessHealth | undefined
}

/** Beside the provider, core calls it in process. */
export async function mountComponents(
  app: FastifyInstance,
  configs: ComponentConfigs,
  { database, dataDirectory, mailbox, health }: Stores,
) {
  const { sql, ...parts } = database ?? {}
  const shared = { ...parts, ...(health && { health }) }
  const now = () => new Date()
  const { provider, core, web, oprf } = configs
  // Before the other components' routes, which it covers too.
  if (web) endServiceWorkers(app)
  const callers = core ? 'in_process' : 'elsewhere'
  const answerCore =
    provider && sql && (await mountProvider(app, { sql, config: provider, now, core: callers, ...shared }))
  if (core && sql) {
    const { serviceToken, providerUrl: baseUrl, providerTimeoutSeconds: timeoutSeconds } = core
    const closing = new AbortController()
    // Runs before the hooks that wait for background tasks.
    app.addHook('preClose', async () => closing.abort())
    const ask = answerCore
      ? askInProcess(answerCore, { timeoutSeconds })
      : askOver(httpTransport({ baseUrl, serviceToken, timeoutSeconds, closing: closing.signal }))
    if (!answerCore) addReadinessCheck(app, providerCheck(core, ask, app.log))
    const providerClient = createProviderClient({ ask, logger: app.log })
    await mountCore(app, { sql, config: core, provider: providerClient, now, ...shared, ...(mailbox && { mailbox }) })
  }
  if (oprf) await mountOprf(app, { config: oprf, directory: dataDirectory, now })
  if (web) {
    await mountWeb(app, { ...web, opaqueServerKeys: await opaqueServerKeysOf(configs) })
    await mountConsole(app, web)
  }
}

/** Beside a core with its own setups, pages accept those keys; otherwise the ones that the operator names, or any. */
export async function opaqueServerKeysOf({ core, web }: ComponentConfigs): Promise<readonly string[]> {
  return core && !core.oprf ? Promise.all(core.opaqueServerSetups.map(publicKeyOf)) : (web?.opaqueServerKeys ?? [])
}
