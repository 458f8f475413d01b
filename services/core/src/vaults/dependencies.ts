import type { SqlPool } from '@countersign/service/sql'
import type { EventLog } from '../ground/events.ts'
import type { CommitLimits } from '../ground/http/limits.ts'
import type { SessionGuard } from '../ground/http/session-guard.ts'

export type VaultDependencies = {
  readonly sql: SqlPool
  readonly logger: EventLog
  readonly guard: SessionGuard
  readonly commitLimits: CommitLimits
}
