import type { Migrations } from '@countersign/service/sql'
import { DISTRIBUTION } from './surface/distribution.ts'

export { inspectSecretsInUse, type SecretInUse } from './accounts/credentials/secrets-in-use.ts'
export { type AccountsByCommand, withAccounts } from './accounts/operators/accounts-by-command.ts'
export { createInvitation, listInvitations, removeInvitation } from './accounts/operators/invitations.ts'
export {
  CORE_SETTINGS,
  type CoreConfig,
  type CoreSecrets,
  generateCoreSecrets,
  readCoreConfig,
} from './ground/config.ts'
export { mountOprf, type OprfConfig, readOprfConfig } from './ground/oprf/app.ts'
export { publicKeyOf } from './ground/oprf/opaque-evaluator.ts'
export { createProviderClient, type ProviderClient } from './ground/provider-client/provider-client.ts'
export { askForDifferences, providerCheck } from './ground/provider-client/shared-settings.ts'
export {
  type AskProvider,
  askInProcess,
  askOver,
  httpTransport,
} from './ground/provider-client/transport.ts'
export type { Mail } from './ground/sending/code-message.ts'
export type { Mailbox } from './ground/sending/create-senders.ts'
export { readMailConfig } from './ground/sending/mail-settings.ts'
export { OUR_TEXTS } from './ground/sending/message-texts.ts'
export { sendTestMail, type TestMail } from './ground/sending/send-test-mail.ts'
export { mountCore } from './surface/app.ts'
export type { CoreOptions } from './surface/dependencies.ts'

export const coreMigrations: Migrations = {
  schema: 'core',
  folder: new URL('../migrations/', import.meta.url),
  distribution: DISTRIBUTION,
}
