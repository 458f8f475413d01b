import type { Migrations } from '@countersign/service/sql'
import { DISTRIBUTION } from './surface/distribution.ts'

/** The core service: accounts, sessions, vaults, attestation, and the way from the consent client to the provider. */
export { inspectSecretsInUse, type SecretInUse } from './accounts/secrets-in-use.ts'
export { CORE_SETTINGS, type CoreConfig, readCoreConfig } from './ground/config.ts'
export { type CoreSecrets, generateCoreSecrets } from './ground/core-secrets.ts'
export { mountOprf } from './ground/oprf/app.ts'
export { type OprfConfig, readOprfConfig } from './ground/oprf/oprf-config.ts'
export { publicKeyOf } from './ground/oprf/server-setup.ts'
export { type AskProvider, askInProcess, askOver } from './ground/provider-client/ask-provider.ts'
export { providerCheck } from './ground/provider-client/provider-check.ts'
export { createProviderClient, type ProviderClient } from './ground/provider-client/provider-client.ts'
export { httpTransport } from './ground/provider-client/transport.ts'
export type { Mail } from './ground/sending/code-mail.ts'
export type { Mailbox } from './ground/sending/create-senders.ts'
export { mountCore } from './surface/app.ts'
export type { CoreOptions } from './surface/dependencies.ts'

export const coreMigrations: Migrations = {
  schema: 'core',
  folder: new URL('../migrations/', import.meta.url),
  distribution: DISTRIBUTION,
}
