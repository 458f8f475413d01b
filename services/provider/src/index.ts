import type { Migrations } from '@countersign/service/sql'
import { PROVIDER_DISTRIBUTION } from './surface/distribution.ts'

export { listClaims, listScopes } from './catalogue/scopes/scope.store.ts'
export { checkIdTokenClaims } from './clients/check-client.ts'
export { findClient, listClients } from './clients/client.store.ts'
export type { Client, ClientAuthenticationMethod, ClientChanges, ClientRegistration } from './clients/client.ts'
export { ClientRegistrationError } from './clients/client-errors.ts'
export { type ClientSecretRecord, listSecrets } from './clients/client-secret.store.ts'
export { claimsNoticeOf, describeClient, describeSecret } from './clients/describe-client.ts'
export { type RegisteredClient, registerClient } from './clients/register-client.ts'
export { updateClient } from './clients/update-client.ts'
export { sendTestEvent } from './flow/notices/deliver-events.ts'
export { type AuditFilter, describeEvent, listEvents } from './ground/audit/audit.store.ts'
export { readWaitingEvents } from './ground/audit/event-delivery.store.ts'
export { readEventReceiver } from './ground/audit/event-settings.ts'
export {
  PROVIDER_SETTINGS,
  type ProviderConfig,
  readKeyEncryptionSecrets,
  readProviderConfig,
} from './ground/config.ts'
export { countLockedKeys, listKeys } from './ground/keys/key.store.ts'
export type { KeyAlgorithm, KeyState, StoredKey } from './ground/keys/key.ts'
export { type CreatedKey, nextRotation } from './ground/keys/rotate-keys.ts'
export { countForeignProviders } from './ground/running-providers.store.ts'
export {
  listRegistered as listResourceServers,
  type RegisteredResourceServer,
} from './surface/admin/manage-resource-servers.ts'
export { type Registrar, withRegistrar } from './surface/admin/registrar.ts'
export { describeResourceServer } from './surface/admin/scope-operations.ts'
export { mountProvider } from './surface/app.ts'
export type { AppsFileChange } from './surface/apps-file/application.ts'
export type { AppsFileContent } from './surface/apps-file/apply-apps-file.ts'
export { markManaged, releaseEntries } from './surface/apps-file/apps-file.store.ts'
export { describeAppsFile } from './surface/apps-file/describe-apps-file.ts'
export { listLeft, prune } from './surface/apps-file/prune.ts'
export { listInitialAccessTokens } from './surface/registration/registration-token.store.ts'

export const providerMigrations: Migrations = {
  schema: 'provider',
  folder: new URL('../migrations/', import.meta.url),
  distribution: PROVIDER_DISTRIBUTION,
}
