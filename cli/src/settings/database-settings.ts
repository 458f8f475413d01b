import { resolve } from 'node:path'
import { DatabaseUnavailable } from '@countersign/service/errors'
import { type Environment, findText } from '@countersign/service/settings'
import { type Database, openDatabase } from '@countersign/service/sql'
import { inDataDirectory } from './data-directory.ts'
import { PROCESS_SETTINGS } from './process-settings.ts'

/** Where development secrets, the embedded database and the log live. */
export function dataDirectoryOf(env: Environment): string {
  return resolve(findText(env, 'DATA_DIR') ?? PROCESS_SETTINGS.DATA_DIR.default)
}

/**
 * Opens the database that the environment names, for one of so many processes, or the embedded one.
 * @throws DirectoryInUse, DatabaseUnavailable, and CommandError for a data directory that cannot be used
 */
export async function openConfiguredDatabase(env: Environment, processes = 1): Promise<Database> {
  const databaseUrl = findText(env, 'DATABASE_URL')
  if (databaseUrl !== undefined) return openReachable(databaseUrl, processes)
  const dataDirectory = dataDirectoryOf(env)
  return inDataDirectory(dataDirectory, () => openDatabase({ dataDirectory }))
}

async function openReachable(databaseUrl: string, processes: number): Promise<Database> {
  const database = await openDatabase({ databaseUrl, processes })
  try {
    await database.sql`select 1`
    return database
  } catch (error) {
    await database.close()
    if (!(error instanceof DatabaseUnavailable)) throw error
    throw new DatabaseUnavailable(`${error.message} Check DATABASE_URL, and that the server runs.`, { cause: error })
  }
}
