import type { Migrations } from '@countersign/service'

/** The provider: the OAuth 2.0 authorization server, to be mounted by a process. */
export { mountProvider } from './app.ts'
export { type ClientRegistration, ClientRegistrationError } from './clients/check-client.ts'
export { deleteClient, findClient, listClients } from './clients/client.store.ts'
export type { Client, ClientAuthenticationMethod, ClientScope } from './clients/client.ts'
export {
  type RegisteredClient,
  type RotatedSecret,
  registerClient,
  rotateClientSecret,
} from './clients/register-client.ts'
export { type ProviderConfig, readProviderConfig } from './config.ts'

export const providerMigrations: Migrations = { schema: 'provider', folder: new URL('../migrations/', import.meta.url) }
