import type { Migrations } from '@countersign/service'
import { PROVIDER_DISTRIBUTION } from './distribution.ts'

/** The provider: the OAuth 2.0 authorization server, to be mounted by a process. */
export { type Registrar, withRegistrar } from './admin/registrar.ts'
export { describeResourceServer } from './admin/resource-operations.ts'
export { mountProvider } from './app.ts'
export { type AuditFilter, listEvents } from './audit/audit.store.ts'
export { describeEvent } from './audit/describe-event.ts'
export { type ClientRegistration, checkIdTokenClaims } from './clients/check-client.ts'
export { claimsNoticeOf } from './clients/claims-notice.ts'
export { findClient, listClients } from './clients/client.store.ts'
export type { Client, ClientAuthenticationMethod } from './clients/client.ts'
export { ClientRegistrationError } from './clients/client-registration-error.ts'
export { type ClientSecretRecord, listSecrets } from './clients/client-secret.store.ts'
export { type RegisteredClient, registerClient } from './clients/register-client.ts'
export { type ClientChanges, updateClient } from './clients/update-client.ts'
export { PROVIDER_SETTINGS, type ProviderConfig, readProviderConfig } from './config.ts'
export { countLockedKeys } from './keys/inspect-keys.ts'
export { listKeys } from './keys/key.store.ts'
export type { KeyAlgorithm, KeyState, StoredKey } from './keys/key.ts'
export type { CreatedKey } from './keys/rotate-keys.ts'
export { listInitialAccessTokens } from './registration/initial-access-token.store.ts'
export {
  listRegistered as listResourceServers,
  type RegisteredResourceServer,
} from './resources/manage-resource-servers.ts'
export { listClaims, listScopes } from './scopes/scope.store.ts'

export const providerMigrations: Migrations = {
  schema: 'provider',
  folder: new URL('../migrations/', import.meta.url),
  distribution: PROVIDER_DISTRIBUTION,
}
