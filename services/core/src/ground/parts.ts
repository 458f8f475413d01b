import type { SqlPool } from '@countersign/service/sql'
import type { CoreConfig } from './config.ts'
import type { EventLog, EventSubject } from './events.ts'
import type { CommitLimits, NetworkLimits } from './http/limits.ts'
import type { SessionGuard } from './http/session-guard.ts'
import type { ProviderClient } from './provider-client/provider-client.ts'
import type { CodeSenders } from './sending/create-senders.ts'

/** A parameter type joins the parts its function uses: `WithSql & WithClock`. Only the surface knows all of them. */
export type WithSql = { readonly sql: SqlPool }
export type WithConfig = { readonly config: CoreConfig }
export type WithClock = { readonly now: () => Date }
export type WithLogger = { readonly logger: EventLog }
export type WithProvider = { readonly provider: ProviderClient }
export type WithSenders = { readonly senders: CodeSenders }
export type WithNetworkLimits = { readonly networkLimits: NetworkLimits }
export type WithCommitLimits = { readonly commitLimits: CommitLimits }
export type WithGuard<Session extends EventSubject = EventSubject> = { readonly guard: SessionGuard<Session> }
