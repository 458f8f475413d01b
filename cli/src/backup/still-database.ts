import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Environment, findText } from '@countersign/service/settings'
import { type Database, openDatabase } from '@countersign/service/sql'
import { CommandError } from '../command-error.ts'
import { askRunningProcess, type Patience } from '../control/ask-running-process.ts'
import { dataDirectoryOf, openConfiguredDatabase } from '../settings/database-settings.ts'
import { COPY_COMMAND } from './copy-database.ts'

type Asking = { readonly env: Environment; readonly user: string; readonly patience: Patience }

/**
 * Runs `work` on the stopped embedded database, or on a copy by the running process that holds it.
 * @throws CommandError, DirectoryInUse
 */
export async function withStillDatabase<Result>(
  asking: Asking,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const { env, user, patience } = asking
  const dataDirectory = dataDirectoryOf(env)
  refuseServer(env)
  const request = { parameters: [COPY_COMMAND], files: [], user }
  const answer = await askRunningProcess(dataDirectory, request, patience.answerMs)
  if (!answer) return closing(await openStopped(dataDirectory), work)
  if (answer.code !== 0) throw new CommandError(answer.complaint.trimEnd())
  const copy = answer.output.trimEnd()
  try {
    return await closing(await openDatabase({ dataDirectory: copy }), work)
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

/**
 * Opens an existing embedded database that no process holds.
 * @throws CommandError, DirectoryInUse
 */
export async function openStopped(dataDirectory: string): Promise<Database> {
  if (existsSync(join(dataDirectory, 'database'))) return openConfiguredDatabase({ DATA_DIR: dataDirectory })
  throw new CommandError(`There is no database in ${dataDirectory}: name the server's DATA_DIR.`)
}

function refuseServer(env: Environment): void {
  if (findText(env, 'DATABASE_URL') === undefined) return
  throw new CommandError(
    'DATABASE_URL is set, and PostgreSQL has backups of its own (pg_dump, pg_basebackup). This command is for the embedded database: leave DATABASE_URL out.',
  )
}

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
