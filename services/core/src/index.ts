import type { Migrations } from '@countersign/service'
import { DISTRIBUTION } from './distribution.ts'

/** The core service: accounts, sessions, vaults, attestation, and the way from the consent client to the provider. */
export { inspectSecretsInUse, type SecretInUse } from './accounts/secrets-in-use.ts'
export { mountCore } from './app.ts'
export { CORE_SETTINGS, type CoreConfig, readCoreConfig } from './config.ts'
export { type CoreSecrets, generateCoreSecrets } from './core-secrets.ts'
export type { CoreOptions } from './dependencies.ts'
export { mountOprf } from './oprf/app.ts'
export { type OprfConfig, readOprfConfig } from './oprf/oprf-config.ts'
export { publicKeyOf } from './oprf/server-setup.ts'
export { type AskProvider, askInProcess, askOver } from './provider-client/ask-provider.ts'
export { httpTransport } from './provider-client/http-transport.ts'
export { providerCheck } from './provider-client/provider-check.ts'
export { createProviderClient, type ProviderClient } from './provider-client/provider-client.ts'
export type { Mail } from './sending/code-mail.ts'
export type { Mailbox } from './sending/create-senders.ts'

export const coreMigrations: Migrations = {
  schema: 'core',
  folder: new URL('../migrations/', import.meta.url),
  distribution: DISTRIBUTION,
}
