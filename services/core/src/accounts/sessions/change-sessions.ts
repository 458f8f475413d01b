import type { Transaction } from '@countersign/service/sql'
import type { CoreDependencies } from '../../surface/dependencies.ts'

/**
 * A transaction that may end or change sessions of these: people by their `user_id`, devices by the thumbprint of their key.
 * Afterwards no session of theirs is remembered in this process, however it ended.
 */
export function changeSessions<Result>(
  { sql, sessionMemory }: Pick<CoreDependencies, 'sql' | 'sessionMemory'>,
  of: readonly (string | undefined)[],
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return sessionMemory.whileChanging(of, () => sql.transaction(work))
}
