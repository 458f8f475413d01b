import type { Environment } from '@countersign/service/settings'
import type { Database } from '@countersign/service/sql'
import type { MakeClaimsKey } from './claims-key.ts'
import type { ReadFile } from './file-reader.ts'
import type { Output } from './output.ts'

/** What every command is given. */
export type CommandContext = {
  readonly env: Environment
  readonly output: Output
  /** Says what is not what was asked for, beside it. */
  readonly complain: (text: string) => void
  /** Reads a file that the command line names. Commands read none in another way. */
  readonly readFile: ReadFile
  /** Makes an app's key for sealed claims where the command is typed. */
  readonly makeClaimsKey: MakeClaimsKey
  /** Who runs the command, by the name that the operating system gives. */
  readonly user: string
  /**
   * Opens the database for one piece of work.
   * @throws CommandError, DatabaseUnavailable
   */
  readonly withDatabase: WithDatabase
}

export type WithDatabase = <Result>(
  work: (database: Database) => Promise<Result>,
  options?: {
    /** Whether an embedded database is made where there is none. */
    readonly mayBeNew?: boolean
  },
) => Promise<Result>
