import { ServiceErrorBody } from '@countersign/contracts'
import { type Api, documentRefusals, ServiceError } from '@countersign/service'
import { ClientRegistrationError } from '../clients/client-registration-error.ts'
import type { ProviderDependencies } from '../dependencies.ts'
import type { EventSource } from '../events.ts'
import { requireAdminToken } from '../http/admin-token.ts'
import { type Cursors, createCursors } from './cursor.ts'
import { createRegistrar, type Registrar } from './registrar.ts'

export type AdminDependencies = ProviderDependencies & {
  readonly cursors: Cursors
  /** Makes the changes that an administrator asks for. */
  readonly registrarOf: (request: EventSource) => Registrar
}

/** What every administration route says of itself. */
export const ADMIN = { tags: ['admin'], security: [{ adminToken: [] }] }

/** Makes a route scope the operator's API, and adds what its routes need. */
export function beAdminEndpoint(
  app: Api,
  { adminToken, ...dependencies }: ProviderDependencies & { readonly adminToken: string },
): AdminDependencies {
  app.addHook('onRequest', requireAdminToken(adminToken, dependencies.limiters.administration))
  app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))
  documentRefusals(app, ServiceErrorBody, 429)
  app.setErrorHandler((error: Error) => {
    throw error instanceof ClientRegistrationError ? new ServiceError(error.code, error.message) : error
  })
  return {
    ...dependencies,
    cursors: createCursors(adminToken),
    registrarOf: (source) => createRegistrar({ sql: dependencies.sql, source, by: 'administrator' }),
  }
}
