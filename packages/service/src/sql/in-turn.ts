import { type Run, withConnection } from './connection.ts'
import type { Database } from './database.ts'

/**
 * Does a work that one process alone may do, as one transaction: all of it or nothing, for as long as it takes. Whoever else
 * begins the work of this name waits. The lock and the limit go with the transaction, so that they hold behind a pooler
 * that lends its connections for one transaction.
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
