import { type Run, withConnection } from './connection.ts'
import type { Database } from './database.ts'

/**
 * Runs work that only one process may do at a time, as one transaction without a statement timeout; other callers of the
 * same name wait. Lock and limit belong to the transaction, so they hold behind a transaction-mode pooler.
 * @throws DatabaseUnavailable
 */
export async function inTurn<Result>(
  database: Database,
  name: string,
  work: (run: Run) => Promise<Result>,
): Promise<Result> {
  return withConnection(database.pool, {}, async (run) => {
    await run({ text: 'begin' })
    try {
      await run({ text: 'set local statement_timeout = 0' })
      await run({ text: 'select pg_advisory_xact_lock(hashtext($1))', values: [name] })
      const result = await work(run)
      await run({ text: 'commit' })
      return result
    } catch (error) {
      await run({ text: 'rollback' }).catch(() => undefined)
      throw error
    }
  })
}
