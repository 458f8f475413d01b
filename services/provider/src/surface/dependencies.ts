import type { OutboundPolicy } from '@countersign/service/network'
import type { SqlPool } from '@countersign/service/sql'
import type { ScopeRegistry } from '../catalogue/scopes/scope-registry.ts'
import type { ClientRegistry } from '../clients/client-registry.ts'
import type { ClientKeys } from '../clients/find-client-keys.ts'
import type { LogoutDelivery } from '../flow/logout/deliver-logouts.ts'
import type { Erasure } from '../flow/people/erasure.ts'
import type { AuditTrail } from '../ground/audit/audit-trail.ts'
import type { ProviderConfig } from '../ground/config.ts'
import type { DpopNonces } from '../ground/dpop/dpop-nonces.ts'
import type { HousePages } from '../ground/http/house-pages.ts'
import type { Keyring } from '../ground/keys/keyring.ts'
import type { Limiters } from '../ground/rate-limits/limiters.ts'

/** What the routes need; filled by `mountProvider`. */
export type ProviderDependencies = {
  readonly sql: SqlPool
  readonly config: ProviderConfig
  readonly clients: ClientRegistry
  readonly clientKeys: ClientKeys
  readonly scopes: ScopeRegistry
  readonly limiters: Limiters
  readonly outbound: OutboundPolicy
  readonly dpopNonces: DpopNonces
  readonly keys: Keyring
  readonly erasure: Erasure
  /** Tells apps of sign-ins that have ended. */
  readonly logouts: Pick<LogoutDelivery, 'deliverSoon'>
  /** What the provider shows people itself. */
  readonly pages: HousePages
  readonly now: () => Date
}

declare module 'fastify' {
  // Fastify asks for declaration merging.
  interface FastifyInstance {
    readonly auditTrail: AuditTrail
  }
}
