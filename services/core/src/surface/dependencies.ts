import type { Database, SqlPool } from '@countersign/service/sql'
import type { LoginIndex } from '../accounts/login-index.ts'
import type { OpaqueServer } from '../accounts/opaque-server.ts'
import type { SessionKeys } from '../accounts/sessions/session-key.ts'
import type { SessionMemory } from '../accounts/sessions/session-memory.ts'
import type { EndedSessionNews } from '../accounts/sessions/tell-ended-sessions.ts'
import type { VerificationLimits } from '../flow/claim-verifications/verification-limits.ts'
import type { CoreConfig } from '../ground/config.ts'
import type { EventLog } from '../ground/events.ts'
import type { CommitLimits } from '../ground/http/commit-limits.ts'
import type { NetworkLimits } from '../ground/http/network-limits.ts'
import type { SessionGuard } from '../ground/http/session-guard.ts'
import type { ProviderClient } from '../ground/provider-client/provider-client.ts'
import type { CodeSenders, Mailbox } from '../ground/sending/create-senders.ts'
import type { DeviceTokens } from '../ground/throttling/device-token.ts'

/** What the core service is given: `main` fills it for real, tests fill it their way. */
export type CoreOptions = {
  readonly sql: SqlPool
  readonly config: CoreConfig
  readonly provider: ProviderClient
  /** Where events go; the server's own log if left out. */
  readonly logger?: EventLog
  readonly now: () => Date
  /** On `postgresql` other processes may serve too, and limits are shared with them; `embedded` if left out. */
  readonly engine?: Database['engine']
  /** Where codes go that nobody is configured to send, in development. */
  readonly mailbox?: Mailbox
}

/** What every route and decision of the core service may use. */
export type CoreDependencies = Required<Omit<CoreOptions, 'mailbox'>> & {
  readonly opaque: OpaqueServer
  readonly loginIndex: LoginIndex
  readonly deviceTokens: DeviceTokens
  readonly networkLimits: NetworkLimits
  readonly commitLimits: CommitLimits
  readonly verificationLimits: VerificationLimits
  readonly senders: CodeSenders
  readonly sessionKeys: SessionKeys
  readonly sessionMemory: SessionMemory
  readonly endedSessions: EndedSessionNews
  readonly guard: SessionGuard
}
