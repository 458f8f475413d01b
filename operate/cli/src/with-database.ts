import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Environment, isSet } from '@countersign/service/settings'
import { type Database, DirectoryInUse } from '@countersign/service/sql'
import type { LocalContext, WithDatabase } from './command-context.ts'
import { CommandError } from './command-error.ts'
import { waitingFor } from './patience.ts'
import { closing, dataDirectoryOf, openConfiguredDatabase } from './settings/database-settings.ts'

const PAUSE_MS = 200

type Opening = Pick<LocalContext, 'env' | 'patience' | 'complain'> & {
  /** Asks the process that holds the data directory; throws CarriedOut if that carried out the command. */
  readonly tryElsewhere: () => Promise<void>
}

export function withConfiguredDatabase(opening: Opening): WithDatabase {
  return async (work, { mayBeNew = false } = {}) => {
    if (!mayBeNew) refuseMissing(opening.env)
    return closing(await openOrWait(opening), work)
  }
}

/** Without the server's settings a command would silently make a database of its own. */
function refuseMissing(env: Environment): void {
  const dataDirectory = dataDirectoryOf(env)
  if (isSet(env, 'DATABASE_URL') || existsSync(join(dataDirectory, 'database'))) return
  throw new CommandError(
    `There is no database in ${dataDirectory} yet: start the server first, or name its DATA_DIR or DATABASE_URL.`,
  )
}

/** Waits for a process that is starting or stopping: it holds the data directory and takes no commands. */
async function openOrWait(opening: Opening): Promise<Database> {
  const { env, tryElsewhere, patience, complain } = opening
  const dataDirectory = dataDirectoryOf(env)
  const startedAt = performance.now()
  let isSaid = false
  for (;;) {
    try {
      return await openConfiguredDatabase(env)
    } catch (error) {
      if (!(error instanceof DirectoryInUse)) throw error
      const waitedMs = performance.now() - startedAt
      if (waitedMs > patience.readyMs)
        throw new CommandError(
          `The data directory ${dataDirectory} is in use by ${error.holder}, which takes no commands: it is starting or stopping. Try again; if that does not help, stop it first.`,
          { cause: error },
        )
      if (waitedMs > patience.silentMs && !isSaid) {
        complain(waitingFor(dataDirectory))
        isSaid = true
      }
    }
    await pause(PAUSE_MS)
    await tryElsewhere()
  }
}
