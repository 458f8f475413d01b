import type { Command } from 'commander'
import { COPY_COMMAND, copyDatabase } from '../backup/copy-database.ts'
import type { CommandContext } from '../command-context.ts'
import { dataDirectoryOf } from '../settings/database-settings.ts'

/** `countersign copy-database`: what `backup` asks the process that holds the embedded database for. */
export function addCopyDatabaseCommand(program: Command, { env, output, withDatabase }: CommandContext): void {
  program
    .command(COPY_COMMAND, { hidden: true })
    .description('copy the embedded database into its data directory, and print where')
    .action(() => withDatabase(async (database) => output.print(await copyDatabase(database, dataDirectoryOf(env)))))
}
