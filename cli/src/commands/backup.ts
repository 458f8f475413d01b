import { resolve } from 'node:path'
import type { Command } from 'commander'
import { backUp, refuseExisting } from '../backup/back-up.ts'
import { withStillDatabase } from '../backup/still-database.ts'
import { createTally } from '../backup/tally.ts'
import type { CommandContext } from '../command-context.ts'
import type { Patience } from '../control/patience.ts'
import { dataDirectoryOf } from '../settings/database-settings.ts'

const EXAMPLE = `
The server may run meanwhile. The file is for its owner only; the secrets of serve are not in it, and are kept elsewhere.

Example:
  countersign backup countersign-$(date +%F).backup`

type BackupContext = Pick<CommandContext, 'env' | 'output' | 'user'> & {
  /** Where relative paths begin. */
  readonly directory: string
  readonly complain: (text: string) => void
  readonly patience: Patience
}

/** `countersign backup`: the embedded database in one file, as it is now. */
export function addBackupCommand(program: Command, context: BackupContext): void {
  const { env, output, directory, complain } = context
  program
    .command('backup')
    .description('write the embedded database into a new file, while it is used too')
    .argument('<file>')
    .addHelpText('after', EXAMPLE)
    .action(async (file: string) => {
      const path = resolve(directory, file)
      refuseExisting(path)
      const dataDirectory = dataDirectoryOf(env)
      const tally = createTally(complain)
      const { files } = await withStillDatabase(context, (database) =>
        backUp(path, { database, dataDirectory, tell: tally.tell }),
      )
      const names = Object.keys(files)
      const secrets =
        names.length > 0
          ? `With it: ${names.join(', ')}, which countersign dev keeps there.`
          : 'The secrets of serve (countersign.env) are not in it: keep them too, and elsewhere. Without them nobody can sign in.'
      output.print(`Wrote ${path}: ${tally.sentence()}, read again and sound.\n${secrets}`)
    })
}
