import { type Environment, findText } from '@countersign/service/settings'
import { migrate, type Run, withTables } from '@countersign/service/sql'
import type { Command } from 'commander'
import { createTally, fillDatabase, readDatabase } from '../backup/database-parts.ts'
import { closing, openStopped } from '../backup/still-database.ts'
import type { LocalContext } from '../command-context.ts'
import { CommandError } from '../command-error.ts'
import { COMPONENTS, migrationsOf } from '../components.ts'
import { dataDirectoryOf, openConfiguredDatabase } from '../settings/database-settings.ts'

const EXAMPLE = `
Stop the server first. All rows are written in one transaction and compared, or none; the embedded database stays as it is.

Example:
  DATABASE_URL=postgresql://countersign:…@db.internal/countersign countersign export-to-postgres`

const DONE = `Now start the server with this DATABASE_URL, and with all other settings and secrets as they were. Keep the data directory until you have seen people sign in; then remove its folder "database".`

/** `countersign export-to-postgres`: copies an embedded database into PostgreSQL. */
export function addExportCommand(program: Command, { env, output, complain }: LocalContext): void {
  program
    .command('export-to-postgres')
    .description('copy the embedded database of a stopped server into an empty PostgreSQL')
    .option('--to <url>', 'the PostgreSQL; DATABASE_URL if left out, which others on this machine cannot read')
    .addHelpText('after', EXAMPLE)
    .action(async ({ to = findText(env, 'DATABASE_URL') }: { readonly to?: string }) => {
      if (to === undefined) throw new CommandError('Which PostgreSQL? Set DATABASE_URL, or give --to.')
      const { count, sentence } = createTally(complain)
      await withBoth(env, to, (from, target) => fillDatabase(target, count(readDatabase(from))))
      output.print(`Moved ${sentence()}, each compared.\n${DONE}`)
    })
}

/** Migrates both databases, then runs `work` on their tables. */
async function withBoth(env: Environment, to: string, work: (from: Run, target: Run) => Promise<void>): Promise<void> {
  await closing(await openStopped(dataDirectoryOf(env)), async (source) =>
    closing(await openConfiguredDatabase({ DATABASE_URL: to }), async (server) => {
      for (const database of [source, server]) {
        for (const migrations of migrationsOf(COMPONENTS)) await migrate(database, migrations)
      }
      await withTables(source, (from) => withTables(server, (target) => work(from, target)))
    }),
  )
}
