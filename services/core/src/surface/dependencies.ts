import type { Database } from '@countersign/service/sql'
import type { AccountDependencies } from '../accounts/dependencies.ts'
import type { FlowDependencies } from '../flow/dependencies.ts'
import type { EventLog } from '../ground/events.ts'
import type { Mailbox } from '../ground/sending/create-senders.ts'

/** What the core service is given: by the command line in production, by tests in theirs. */
export type CoreOptions = Pick<AccountDependencies, 'sql' | 'config' | 'provider' | 'now'> & {
  /** Where events go; the server's own log if left out. */
  readonly logger?: EventLog
  /** On `postgresql` limits are shared with other processes; `embedded` if left out. */
  readonly engine?: Database['engine']
  /** Takes the codes that no sender is configured for, in development. */
  readonly mailbox?: Mailbox
}

/** Everything the core service consists of. Floors below take types of their own, with what they use. */
export type CoreDependencies = AccountDependencies & FlowDependencies & { readonly engine: Database['engine'] }
