import type { ProcessHealth, ReadHealth } from '@countersign/service/http'
import type { Database } from '@countersign/service/sql'
import type { WithMethodChanges } from '../accounts/changes/complete-change.ts'
import type { WithSessions } from '../accounts/sessions/sessions.ts'
import type { WithPasswordSignIn } from '../accounts/sign-in/password-sign-in.ts'
import type { WithVerificationLimits } from '../flow/claim-verifications/verification-limits.ts'
import type { EventLog } from '../ground/events.ts'
import type {
  WithClock,
  WithCommitLimits,
  WithConfig,
  WithNetworkLimits,
  WithProvider,
  WithSenders,
  WithSql,
} from '../ground/parts.ts'
import type { Mailbox } from '../ground/sending/create-senders.ts'

type Given = WithSql & WithConfig & WithProvider & WithClock

export type CoreOptions = Given & {
  /** Where events go; the server's own log if left out. */
  readonly logger?: EventLog
  /** On `postgresql` limits are shared with other processes; `embedded` if left out. */
  readonly engine?: Database['engine']
  /** Facts of the process for its health report. */
  readonly health?: ProcessHealth
  /** For development: takes the codes that no sender is configured for. */
  readonly mailbox?: Mailbox
}

export type CoreDependencies = Given &
  WithPasswordSignIn &
  WithMethodChanges &
  WithSessions &
  WithNetworkLimits &
  WithCommitLimits &
  WithVerificationLimits &
  WithSenders & { readonly engine: Database['engine']; readonly readHealth: ReadHealth }
