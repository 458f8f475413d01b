import type { Sql } from '@countersign/service'
import type { FastifyInstance } from 'fastify'
import { createClientRegistry } from './clients/client-registry.ts'
import { logoRoute } from './clients/logo.route.ts'
import type { ProviderConfig } from './config.ts'
import type { Dependencies } from './dependencies.ts'
import { createDpopNonces } from './dpop/dpop-nonces.ts'
import { logKeyCreated } from './events.ts'
import { acceptFormAndJson } from './http/parameters.ts'
import { requireServiceToken } from './http/service-token.ts'
import { userinfoRoute } from './identity/userinfo.route.ts'
import { createKeyring } from './keys/keyring.ts'
import { metadataRoutes } from './metadata/metadata.route.ts'
import { authorizeRoute } from './requests/authorize.route.ts'
import { completeRoute } from './requests/complete.route.ts'
import { denyRoute } from './requests/deny.route.ts'
import { detailsRoute } from './requests/details.route.ts'
import { pushRoute } from './requests/push.route.ts'
import { introspectRoute } from './tokens/introspect.route.ts'
import { revokeRoute } from './tokens/revoke.route.ts'
import { tokenRoute } from './tokens/token.route.ts'

type ProviderOptions = {
  readonly sql: Sql
  readonly config: ProviderConfig
  readonly now: () => Date
}

/** Mounts every route of the provider: its table of contents. */
export async function mountProvider(app: FastifyInstance, { sql, config, now }: ProviderOptions): Promise<void> {
  const keys = createKeyring({
    sql,
    now,
    keyEncryptionSecrets: config.keyEncryptionSecrets,
    rotationSeconds: config.keyRotationSeconds,
    onCreated: (key) => logKeyCreated(app.log, key),
  })
  const clients = createClientRegistry(sql, now)
  const dpopNonces = createDpopNonces(config.serviceTokens)
  const dependencies: Dependencies = { sql, config, now, keys, clients, dpopNonces }
  await app.register(async (oauth) => {
    acceptFormAndJson(oauth)
    await oauth.register(authorizeRoute, dependencies)
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
    await internal.register(detailsRoute, dependencies)
    await internal.register(completeRoute, dependencies)
    await internal.register(denyRoute, dependencies)
  })
  await app.register(metadataRoutes, dependencies)
  await app.register(logoRoute, dependencies)
}
