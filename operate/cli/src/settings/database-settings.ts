import { accessSync, constants, existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { type Environment, findText, readSettings } from '@countersign/service/settings'
import { type Database, openDatabase } from '@countersign/service/sql'
import { CommandError } from '../command-error.ts'
import { PROCESS_SETTINGS } from './process-settings.ts'

export function dataDirectoryOf(env: Environment): string {
  return resolve(findText(env, 'DATA_DIR') ?? PROCESS_SETTINGS.DATA_DIR.default)
}

/**
 * Opens the configured database; `processes` share its connections.
 * @throws SettingsError, DirectoryInUse, DatabaseUnavailable, and CommandError for an unusable data directory
 */
export async function openConfiguredDatabase(env: Environment, processes = 1): Promise<Database> {
  const { DATABASE_URL: databaseUrl } = await readSettings(env, { DATABASE_URL: PROCESS_SETTINGS.DATABASE_URL })
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
    throw error
  }
}

/** Closes the database after the work. */
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

const ANOTHER = 'choose another DATA_DIR'
const NOT_ALLOWED = `this user may not write there. Run this as the one who runs the server, or ${ANOTHER}.`
const NO_DIRECTORY = `a file is in its place. Move that away, or ${ANOTHER}.`

const REASONS: Readonly<Record<string, string>> = {
  EACCES: NOT_ALLOWED,
  EPERM: NOT_ALLOWED,
  EEXIST: NO_DIRECTORY,
  ENOTDIR: NO_DIRECTORY,
  ENOSPC: `is there room? A new database takes about 40 MB. Make room, or ${ANOTHER}.`,
  EROFS: `its disk is read-only. Mount it for writing, or ${ANOTHER}.`,
}

/** PGlite uses WASI's numbers, not the operating system's. */
const WASI_CODES: Readonly<Record<number, string>> = { 2: 'EACCES', 29: 'EIO', 51: 'ENOSPC', 63: 'EPERM', 69: 'EROFS' }

/**
 * Explains file system errors of `work`.
 * @throws CommandError
 */
export async function inDataDirectory<Result>(directory: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (cause) {
    const found = fileSystemCodeOf(cause)
    if (found === undefined) throw cause
    // Node's recursive mkdir answers ENOENT on a read-only disk.
    const code = found === 'ENOENT' ? (refusalAbove(directory) ?? found) : found
    const reason = REASONS[code] ?? `the file system refused. Look at its disk, or ${ANOTHER}.`
    throw new CommandError(`The data directory ${directory} cannot be used (${code}): ${reason}`, { cause })
  }
}

/** Why nothing can be written into the nearest folder that exists. */
function refusalAbove(path: string): string | undefined {
  const folder = existsSync(path) ? path : dirname(path)
  if (!existsSync(folder)) return folder === path ? undefined : refusalAbove(folder)
  try {
    accessSync(folder, constants.W_OK)
    return undefined
  } catch (error) {
    return fileSystemCodeOf(error)
  }
}

/** PGlite throws file errors that are not instances of Error. */
function fileSystemCodeOf(thrown: unknown): string | undefined {
  if (typeof thrown !== 'object' || thrown === null) return undefined
  if ('code' in thrown && typeof thrown.code === 'string')
    return /^E[A-Z]+$/.test(thrown.code) ? thrown.code : undefined
  const isOfPGlite = 'name' in thrown && thrown.name === 'ErrnoError' && 'errno' in thrown
  return isOfPGlite ? (WASI_CODES[Number(thrown.errno)] ?? `error ${String(thrown.errno)}`) : undefined
}
