import type { Environment } from '@countersign/service/settings'
import type { Database } from '@countersign/service/sql'
import type { MakeClaimsKey } from './claims-key.ts'
import type { ReadFile } from './files.ts'
import type { Output } from './output.ts'
import type { Patience } from './patience.ts'

export type CommandContext = {
  readonly env: Environment
  readonly output: Output
  /** Writes warnings beside the output. */
  readonly complain: (text: string) => void
  /** Commands read a named file in no other way. */
  readonly readFile: ReadFile
  readonly makeClaimsKey: MakeClaimsKey
  /** Writes a new client secret to a file that is missing; a running process leaves that to the command line. */
  readonly makeSecret: (path: string) => void
  /** The operating system's name of the user who runs the command. */
  readonly user: string
  /**
   * Opens the database for one piece of work.
   * @throws CommandError, DatabaseUnavailable
   */
  readonly withDatabase: WithDatabase
}

/** The context of commands that run where they are typed, never in another process. */
export type LocalContext = CommandContext & {
  readonly directory: string
  readonly patience: Patience
}

export type WithDatabase = <Result>(
  work: (database: Database) => Promise<Result>,
  options?: {
    /** Makes a missing embedded database. */
    readonly mayBeNew?: boolean
  },
) => Promise<Result>
