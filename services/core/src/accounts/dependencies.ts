import type { CoreConfig } from '../ground/config.ts'
import type { NetworkLimits } from '../ground/http/limits.ts'
import type { SessionGuard } from '../ground/http/session-guard.ts'
import type { ProviderClient } from '../ground/provider-client/provider-client.ts'
import type { VaultDependencies } from '../vaults/dependencies.ts'
import type { OpaqueServer } from './credentials/passwords/opaque-server.ts'
import type { DeviceTokens } from './credentials/throttling/device-token.ts'
import type { LoginIndex } from './records/login-index.ts'
import type { SecurityMailer } from './records/security-mail/security-mailer.ts'
import type { LogoutReporter } from './sessions/report-logouts.ts'
import type { SessionKeys } from './sessions/session-key.ts'
import type { SessionMemory } from './sessions/session-memory.ts'
import type { AuthenticatedSession } from './sessions/sessions.ts'

export type AccountDependencies = Omit<VaultDependencies, 'guard'> & {
  readonly config: CoreConfig
  readonly provider: ProviderClient
  readonly now: () => Date
  readonly guard: SessionGuard<AuthenticatedSession>
  readonly networkLimits: NetworkLimits
  readonly opaque: OpaqueServer
  readonly loginIndex: LoginIndex
  readonly deviceTokens: DeviceTokens
  readonly sessionKeys: SessionKeys
  readonly sessionMemory: SessionMemory
  readonly logoutReporter: LogoutReporter
  readonly securityMailer: SecurityMailer
}
