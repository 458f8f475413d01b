import { resolve } from 'node:path'
import type { Command } from 'commander'
import { restore } from '../backup/restore.ts'
import { createTally } from '../backup/tally.ts'
import type { CommandContext } from '../command-context.ts'
import { inDataDirectory } from '../settings/data-directory.ts'
import { dataDirectoryOf } from '../settings/database-settings.ts'

const EXAMPLE = `
The data directory (DATA_DIR) must have no database. Read docs/guides/run/backup.md before people are let in again: their
devices notice an older vault.

Example:
  DATA_DIR=/var/lib/countersign countersign restore countersign-2026-11-22.backup`

const SINCE =
  'What was taken back since is in force again, a signing key that leaked too: go through "Restoring a backup" in docs/guides/run/backup.md before people are let in.'

type RestoreContext = Pick<CommandContext, 'env' | 'output'> & {
  /** Where relative paths begin. */
  readonly directory: string
  readonly complain: (text: string) => void
}

type Options = { readonly keepSessions?: boolean }

/** `countersign restore`: a new embedded database from a backup, or nothing at all. */
export function addRestoreCommand(program: Command, { env, output, directory, complain }: RestoreContext): void {
  program
    .command('restore')
    .description('make the embedded database of an empty data directory from a backup')
    .argument('<file>')
    .option('--keep-sessions', 'leave people signed in; only where nothing was changed since the backup, as in a move')
    .addHelpText('after', EXAMPLE)
    .action(async (file: string, { keepSessions = false }: Options) => {
      const dataDirectory = dataDirectoryOf(env)
      const tally = createTally(complain)
      const { made_at, program: version } = await inDataDirectory(dataDirectory, () =>
        restore(resolve(directory, file), { dataDirectory, keepSessions, tell: tally.tell }),
      )
      const sessions = keepSessions ? 'Sessions go on as they were.' : `Everybody is signed out.\n${SINCE}`
      output.print(
        `Restored ${dataDirectory} as it was on ${made_at} (Countersign ${version}): ${tally.sentence()}, each compared. ${sessions}`,
      )
    })
}
