import { ServiceError } from '@countersign/service'
import type { FastifyInstance } from 'fastify'
import { ClientRegistrationError } from '../clients/client-registration-error.ts'
import type { Dependencies } from '../dependencies.ts'
import { requireAdminToken } from '../http/admin-token.ts'
import type { AdminDependencies } from './admin-schema.ts'
import { auditRoute } from './audit.route.ts'
import { clientLogoRoutes } from './client-logo.route.ts'
import { clientSecretsRoutes } from './client-secrets.route.ts'
import { clientsRoutes } from './clients.route.ts'
import { createCursors } from './cursor.ts'
import { initialAccessTokensRoutes } from './initial-access-tokens.route.ts'
import { createRegistrar } from './registrar.ts'

/** /api/admin/: the operator's API. It is there only while there is an administration token. */
export async function adminRoutes(app: FastifyInstance, options: Dependencies & { adminToken: string }): Promise<void> {
  const { adminToken, ...dependencies } = options
  const adminDependencies: AdminDependencies = {
    ...dependencies,
    cursors: createCursors(adminToken),
    registrarOf: (source) => createRegistrar({ sql: dependencies.sql, source, by: 'administrator' }),
  }
  app.addHook('onRequest', requireAdminToken(adminToken, dependencies.limiters.administration))
  app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))
  app.setErrorHandler((error: Error) => {
    throw error instanceof ClientRegistrationError ? new ServiceError(error.code, error.message) : error
  })
  await app.register(clientsRoutes, adminDependencies)
  await app.register(clientSecretsRoutes, adminDependencies)
  await app.register(clientLogoRoutes, adminDependencies)
  await app.register(initialAccessTokensRoutes, adminDependencies)
  await app.register(auditRoute, adminDependencies)
}
