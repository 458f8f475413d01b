import { type Listen, type OutboundPolicy, PUBLIC_INTERNET, type Sql } from '@countersign/service'
import type { FastifyInstance } from 'fastify'
import { adminRoutes } from './admin/admin.route.ts'
import { createAuditTrail } from './audit/audit-trail.ts'
import { startBackgroundTasks } from './background.ts'
import { createClientRegistry } from './clients/client-registry.ts'
import { logoRoute } from './clients/logo.route.ts'
import type { ProviderConfig } from './config.ts'
import type { Dependencies } from './dependencies.ts'
import { createDpopNonces } from './dpop/dpop-nonces.ts'
import { logKeyCreated } from './events.ts'
import { grantsRoutes } from './grants/grants.route.ts'
import { createLimiters } from './http/limiters.ts'
import { acceptFormAndJson } from './http/parameters.ts'
import { recordRefusals } from './http/record-refusals.ts'
import { requireServiceToken } from './http/service-token.ts'
import { userinfoRoute } from './identity/userinfo.route.ts'
import { createKeyring } from './keys/keyring.ts'
import { metadataRoutes } from './metadata/metadata.route.ts'
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

type ProviderOptions = {
  readonly sql: Sql
  readonly config: ProviderConfig
  readonly now: () => Date
  /** How to hear of other processes' changes to clients; without it they are noticed within seconds. */
  readonly listen?: Listen
  /** Where logos may be fetched from; the public internet if left out. */
  readonly outbound?: OutboundPolicy
}

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
  const dependencies: Dependencies = { sql, config, now, keys, clients, limiters, outbound, dpopNonces }
  runBesideRequests(app, options, clients)
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
    // Before validation: a caller without the token learns nothing about what would be valid.
    internal.addHook('onRequest', requireServiceToken(config.serviceTokens))
    internal.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    recordRefusals(internal)
    await internal.register(detailsRoute, dependencies)
    await internal.register(completeRoute, dependencies)
    await internal.register(denyRoute, dependencies)
    await internal.register(grantsRoutes, dependencies)
  })
  await app.register(metadataRoutes, dependencies)
  await app.register(logoRoute, dependencies)
  if (config.dynamicRegistration !== 'off') await app.register(registrationRoutes, dependencies)
  if (config.adminToken !== undefined)
    await app.register(adminRoutes, { ...dependencies, adminToken: config.adminToken })
}

function runBesideRequests(
  app: FastifyInstance,
  { sql, config, now, listen = () => async () => undefined }: ProviderOptions,
  clients: Dependencies['clients'],
): void {
  const { log } = app
  const auditTrail = createAuditTrail({
    sql,
    now,
    onError: (error) => log.warn({ event: 'background_task_failed', task: 'audit', err: error }),
    onLost: (events) => log.error({ event: 'audit_events_lost', events }),
  })
  app.decorate('auditTrail', auditTrail)
  let stop = async (): Promise<void> => undefined
  app.addHook('onReady', async () => {
    stop = startBackgroundTasks({ sql, config, clients, auditTrail, listen, log })
  })
  app.addHook('onClose', async () => stop())
}
