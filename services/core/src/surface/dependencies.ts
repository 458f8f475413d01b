import type { ProcessHealth, ReadHealth } from '@countersign/service/http'
import type { Database } from '@countersign/service/sql'
import type { AccountDependencies } from '../accounts/dependencies.ts'
import type { FlowDependencies } from '../flow/dependencies.ts'
import type { EventLog } from '../ground/events.ts'
import type { Mailbox } from '../ground/sending/create-senders.ts'

export type CoreOptions = Pick<AccountDependencies, 'sql' | 'config' | 'provider' | 'now'> & {
  /** Where events go; the server's own log if left out. */
  readonly logger?: EventLog
  /** On `postgresql` limits are shared with other processes; `embedded` if left out. */
  readonly engine?: Database['engine']
  /** Facts of the process for its health report. */
  readonly health?: ProcessHealth
  /** For development: takes the codes that no sender is configured for. */
  readonly mailbox?: Mailbox
}

export type CoreDependencies = AccountDependencies &
  FlowDependencies & { readonly engine: Database['engine']; readonly readHealth: ReadHealth }
