import { resolve } from 'node:path'
import { type Environment, findText } from '@countersign/service/settings'
import { migrate, noteBackup, type Run, withTables } from '@countersign/service/sql'
import type { Command } from 'commander'
import { backUp, openStopped, withStillDatabase } from '../backup/back-up.ts'
import { createTally, fillDatabase, readDatabase } from '../backup/database-parts.ts'
import { restore } from '../backup/restore.ts'
import type { LocalContext } from '../command-context.ts'
import { CommandError } from '../command-error.ts'
import { COMPONENTS, migrationsOf } from '../components.ts'
import { refuseExisting } from '../files.ts'
import { closing, dataDirectoryOf, inDataDirectory, openConfiguredDatabase } from '../settings/database-settings.ts'

const BACKUP_HELP = `
The server may run meanwhile. The file is for its owner only; the secrets of serve are not in it, and are kept elsewhere.

Example:
  countersign backup countersign-$(date +%F).backup`

export function addBackupCommand(program: Command, context: LocalContext): void {
  const { env, output, directory, complain } = context
  program
    .command('backup')
    .description('write the embedded database into a new file, while it is used too')
    .argument('<file>')
    .addHelpText('after', BACKUP_HELP)
    .action(async (file: string) => {
      const path = resolve(directory, file)
      refuseExisting([path])
      const dataDirectory = dataDirectoryOf(env)
      const { count, sentence } = createTally(complain)
      const { files, made_at } = await withStillDatabase(context, (database) =>
        backUp(path, { database, dataDirectory, count }),
      )
      noteTime(context, made_at)
      const names = Object.keys(files)
      const secrets =
        names.length > 0
          ? `With it: ${names.join(', ')}, which countersign dev keeps there.`
          : 'The secrets of serve (countersign.env) are not in it: keep them too, and elsewhere. Without them sign-in fails.'
      output.print(`Wrote ${path}: ${sentence()}, read again and sound.\n${secrets}`)
    })
}

/** The backup is good without the note. */
function noteTime({ env, complain }: LocalContext, madeAt: string): void {
  const dataDirectory = dataDirectoryOf(env)
  try {
    noteBackup(dataDirectory, new Date(madeAt))
  } catch {
    complain(`This user cannot write to ${dataDirectory}: doctor and the console do not learn of this backup.\n`)
  }
}

const RESTORE_HELP = `
The data directory (DATA_DIR) must have no database. Read docs/guides/run/backup.md before people are let in again: their
devices notice an older vault.

Example:
  DATA_DIR=/var/lib/countersign countersign restore countersign-2026-11-22.backup`

const SINCE =
  'Everything revoked since is in force again, a leaked signing key too: go through "Restoring a backup" in docs/guides/run/backup.md before people are let in.'

export function addRestoreCommand(program: Command, { env, output, directory, complain }: LocalContext): void {
  program
    .command('restore')
    .description('make the embedded database of an empty data directory from a backup')
    .argument('<file>')
    .option('--keep-sessions', 'leave people signed in; only where nothing was changed since the backup, as in a move')
    .addHelpText('after', RESTORE_HELP)
    .action(async (file: string, { keepSessions = false }: { readonly keepSessions?: boolean }) => {
      const dataDirectory = dataDirectoryOf(env)
      const { count, sentence } = createTally(complain)
      const { made_at, program: version } = await inDataDirectory(dataDirectory, () =>
        restore(resolve(directory, file), { dataDirectory, keepSessions, count }),
      )
      const sessions = keepSessions ? 'Sessions go on as they were.' : `Everybody is signed out.\n${SINCE}`
      output.print(
        `Restored ${dataDirectory} as it was on ${made_at} (Countersign ${version}): ${sentence()}, each compared. ${sessions}`,
      )
    })
}

const EXPORT_HELP = `
Stop the server first. All rows are written in one transaction and compared, or none; the embedded database stays as it is.

Example:
  DATABASE_URL=postgresql://countersign:…@db.internal/countersign countersign export-to-postgres`

const DONE = `Now start the server with this DATABASE_URL, and with all other settings and secrets as they were. Keep the data directory until you have seen people sign in; then remove its folder "database".`

export function addExportToPostgresCommand(program: Command, { env, output, complain }: LocalContext): void {
  program
    .command('export-to-postgres')
    .description('copy the embedded database of a stopped server into an empty PostgreSQL')
    .option('--to <url>', 'the PostgreSQL; DATABASE_URL if left out, which others on this machine cannot read')
    .addHelpText('after', EXPORT_HELP)
    .action(async ({ to = findText(env, 'DATABASE_URL') }: { readonly to?: string }) => {
      if (to === undefined) throw new CommandError('Which PostgreSQL? Set DATABASE_URL, or give --to.')
      const { count, sentence } = createTally(complain)
      await withBoth(env, to, (from, target) => fillDatabase(target, count(readDatabase(from))))
      output.print(`Moved ${sentence()}, each compared.\n${DONE}`)
    })
}

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
