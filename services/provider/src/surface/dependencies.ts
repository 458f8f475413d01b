import type { WithScopes } from '../catalogue/scopes/scope-registry.ts'
import type { WithClientAuthentication } from '../clients/authenticate-client.ts'
import type { WithNotices } from '../flow/notices/deliver-notices.ts'
import type { WithErasure } from '../flow/people/erasure.ts'
import type { AuditTrail } from '../ground/audit/audit-trail.ts'
import type { WithDpop } from '../ground/dpop/check-dpop-proof.ts'
import type { WithLimiters, WithOutbound, WithPages, WithSigning } from '../ground/parts.ts'
import type { WithHealth } from './admin/health-operations.ts'

export type ProviderDependencies = WithSigning &
  WithClientAuthentication &
  WithDpop &
  WithScopes &
  WithLimiters &
  WithOutbound &
  WithPages &
  WithNotices &
  WithErasure &
  WithHealth

declare module 'fastify' {
  // Fastify asks for declaration merging.
  interface FastifyInstance {
    readonly auditTrail: AuditTrail
  }
}
