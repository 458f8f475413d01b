import { resolve } from 'node:path'
import { type Database, type Environment, openDatabase, readSettings } from '@countersign/service'

export const DEFAULT_DATA_DIRECTORY = '.countersign'

/** Where development secrets, the embedded database and the log live. */
export function dataDirectoryOf(env: Environment): string {
  return resolve(readSettings(env).text('DATA_DIR', { fallback: DEFAULT_DATA_DIRECTORY }))
}

/** Opens the database that the environment names, or the embedded one. Throws DirectoryInUse, DatabaseUnavailable. */
export async function openConfiguredDatabase(env: Environment): Promise<Database> {
  const databaseUrl = readSettings(env).optionalText('DATABASE_URL')
  if (databaseUrl === undefined) return openDatabase({ dataDirectory: dataDirectoryOf(env) })
  const database = await openDatabase({ databaseUrl })
  try {
    await database.sql`select 1`
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}
