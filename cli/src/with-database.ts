import type { Database, Environment } from '@countersign/service'
import { openConfiguredDatabase } from './settings/database-settings.ts'

/** Opens the configured database for one piece of work, and closes it whatever happens. */
export async function withDatabase<Result>(
  env: Environment,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openConfiguredDatabase(env)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
