import {
  type Database,
  type Listen,
  mountApi,
  type OutboundPolicy,
  PUBLIC_INTERNET,
  type Sql,
} from '@countersign/service'
import type { FastifyInstance } from 'fastify'
import { adminRoutes } from './admin/admin.route.ts'
import { createAuditTrail } from './audit/audit-trail.ts'
import { startBackgroundTasks } from './background.ts'
import { createClientRegistry } from './clients/client-registry.ts'
import { createClientKeys } from './clients/find-client-keys.ts'
import { logoRoute } from './clients/logo.route.ts'
import type { ProviderConfig } from './config.ts'
import type { Dependencies } from './dependencies.ts'
import { createDpopNonces } from './dpop/dpop-nonces.ts'
import { logKeyCreated, logKeySetUnavailable } from './events.ts'
import { grantsRoutes } from './grants/grants.route.ts'
import { requireInProcess } from './http/in-process-only.ts'
import { createLimiters } from './http/limiters.ts'
import { acceptFormAndJson } from './http/parameters.ts'
import { recordRefusals } from './http/record-refusals.ts'
import { requireServiceToken } from './http/service-token.ts'
import { createKeyring } from './keys/keyring.ts'
import { metadataRoutes } from './metadata/metadata.route.ts'
import { erasePersonRoute } from './people/erase-person.route.ts'
import { createErasure, type Erasure } from './people/erasure.ts'
import { registrationRoutes } from './registration/registration.route.ts'
import { authorizeRoute } from './requests/authorize.route.ts'
import { completeRoute } from './requests/complete.route.ts'
import { denyRoute } from './requests/deny.route.ts'
import { detailsRoute } from './requests/details.route.ts'
import { formPostRoute } from './requests/form-post.route.ts'
import { pushRoute } from './requests/push.route.ts'
import { introspectRoute } from './tokens/introspect.route.ts'
import { revokeRoute } from './tokens/revoke.route.ts'
import { tokenRoute } from './tokens/token.route.ts'
import { userinfoRoute } from './userinfo/userinfo.route.ts'

type ProviderOptions = {
  readonly sql: Sql
  readonly config: ProviderConfig
  readonly now: () => Date
  /** On `postgresql` other processes may serve too, and limits are shared with them; `embedded` if left out. */
  readonly engine?: Database['engine']
  /** How to hear of other processes' changes to clients; without it they are noticed within seconds. */
  readonly listen?: Listen
  /** Whence core calls: from another process, or from this one alone, and then the network sees no internal endpoint. */
  readonly core?: 'elsewhere' | 'in_process'
  /** Where logos may be fetched from; the public internet if left out. */
  readonly outbound?: OutboundPolicy
}

const PROVIDER_API = {
  name: 'provider',
  title: 'Countersign provider',
  description: 'The OAuth 2.0 authorization server: for relying apps, and for the core service.',
  version: '0.1.0',
} as const

/** Mounts every route of the provider: its table of contents. What runs beside them starts and ends with the server. */
export async function mountProvider(app: FastifyInstance, options: ProviderOptions): Promise<void> {
  const { sql, config, now, outbound = PUBLIC_INTERNET } = options
  const keys = createKeyring({
    sql,
    now,
    keyEncryptionSecrets: config.keyEncryptionSecrets,
    rotationSeconds: config.keyRotationSeconds,
    onCreated: (key) => logKeyCreated({ log: app.log, server: app }, key),
  })
  const clients = createClientRegistry(sql, now)
  const limiters = createLimiters(config, now)
  const dpopNonces = createDpopNonces(config.serviceTokens)
  const clientKeys = createClientKeys(outbound, now, (failure) => logKeySetUnavailable(app, failure))
  const dependencies: Dependencies = { sql, config, now, keys, clients, clientKeys, limiters, outbound, dpopNonces }
  const erasure = runBesideRequests(app, options, { clients, limiters })
  const place = options.core ?? 'elsewhere'
  await mountApi(app, PROVIDER_API, (api) => mountRoutes(api, dependencies, { erasure, core: place }))
}

type Internals = { readonly erasure: Erasure; readonly core: 'elsewhere' | 'in_process' }

async function mountRoutes(
  app: FastifyInstance,
  dependencies: Dependencies,
  { erasure, core }: Internals,
): Promise<void> {
  const { config } = dependencies
  await app.register(async (oauth) => {
    acceptFormAndJson(oauth)
    await oauth.register(authorizeRoute, dependencies)
    await oauth.register(formPostRoute, dependencies)
    await oauth.register(pushRoute, dependencies)
    await oauth.register(tokenRoute, dependencies)
    await oauth.register(revokeRoute, dependencies)
    await oauth.register(introspectRoute, dependencies)
    await oauth.register(userinfoRoute, dependencies)
  })
  await app.register(async (internal) => {
    if (core === 'in_process') internal.addHook('onRequest', requireInProcess)
    // Before validation: a caller without the token learns nothing about what would be valid.
    internal.addHook('onRequest', requireServiceToken(config.serviceTokens))
    internal.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    recordRefusals(internal)
    await internal.register(detailsRoute, dependencies)
    await internal.register(completeRoute, dependencies)
    await internal.register(denyRoute, dependencies)
    await internal.register(grantsRoutes, dependencies)
    await internal.register(erasePersonRoute, { erasure })
  })
  await app.register(metadataRoutes, dependencies)
  await app.register(logoRoute, dependencies)
  if (config.dynamicRegistration !== 'off') await app.register(registrationRoutes, dependencies)
  if (config.adminToken !== undefined)
    await app.register(adminRoutes, { ...dependencies, adminToken: config.adminToken })
}

function runBesideRequests(
  app: FastifyInstance,
  { sql, config, now, engine = 'embedded', listen = () => async () => undefined }: ProviderOptions,
  { clients, limiters }: Pick<Dependencies, 'clients' | 'limiters'>,
): Erasure {
  const { log } = app
  const auditTrail = createAuditTrail({
    sql,
    now,
    onError: (error) => log.warn({ event: 'background_task_failed', task: 'audit', err: error }),
    onLost: (events) => log.error({ event: 'audit_events_lost', events }),
  })
  app.decorate('auditTrail', auditTrail)
  const erasure = createErasure(sql, auditTrail, now)
  let stop = async (): Promise<void> => undefined
  app.addHook('onReady', async () => {
    const parts = { sql, config, clients, limiters, auditTrail, erasure, listen, log }
    stop = startBackgroundTasks({ ...parts, isShared: engine === 'postgresql' })
  })
  app.addHook('onClose', async () => stop())
  return erasure
}
