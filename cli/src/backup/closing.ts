import type { Database } from '@countersign/service/sql'

/** Does some work on a database, and closes it whatever happens. */
export async function closing<Result>(
  database: Database,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
