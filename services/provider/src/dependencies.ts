import type { OutboundPolicy, SqlPool } from '@countersign/service'
import type { AuditTrail } from './audit/audit-trail.ts'
import type { ClientRegistry } from './clients/client-registry.ts'
import type { ClientKeys } from './clients/find-client-keys.ts'
import type { ProviderConfig } from './config.ts'
import type { DpopNonces } from './dpop/dpop-nonces.ts'
import type { HousePages } from './http/house-pages.ts'
import type { Keyring } from './keys/keyring.ts'
import type { LogoutDelivery } from './logout/deliver-logouts.ts'
import type { Erasure } from './people/erasure.ts'
import type { Limiters } from './rate-limits/limiters.ts'
import type { ScopeRegistry } from './scopes/scope-registry.ts'

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
