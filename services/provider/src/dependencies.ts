import type { Sql } from '@countersign/service'
import type { ClientRegistry } from './clients/client-registry.ts'
import type { ProviderConfig } from './config.ts'
import type { DpopNonces } from './dpop/dpop-nonces.ts'
import type { Keyring } from './keys/keyring.ts'

/** What the routes need; filled by `mountProvider`. */
export type Dependencies = {
  readonly sql: Sql
  readonly config: ProviderConfig
  readonly clients: ClientRegistry
  readonly dpopNonces: DpopNonces
  readonly keys: Keyring
  readonly now: () => Date
}
