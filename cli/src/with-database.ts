import type { Environment } from '@countersign/service'
import type { WithDatabase } from './command-context.ts'
import { openConfiguredDatabase } from './settings/database-settings.ts'

/** Opens the configured database for each piece of work, and closes it whatever happens. */
export function withConfiguredDatabase(env: Environment): WithDatabase {
  return async (work) => {
    const database = await openConfiguredDatabase(env)
    try {
      return await work(database)
    } finally {
      await database.close()
    }
  }
}
