import { migrate } from '@countersign/service'
import type { Command } from 'commander'
import type { CommandContext } from '../command-context.ts'
import { COMPONENTS, migrationsOf } from '../components.ts'

/** `countersign migrate`: brings the database up to date without serving. */
export function addMigrateCommand(program: Command, { output, withDatabase }: CommandContext): void {
  program
    .command('migrate')
    .description('bring the database up to date (serving does so too)')
    .action(() =>
      withDatabase(
        async (database) => {
          const applied: string[] = []
          for (const migrations of migrationsOf(COMPONENTS)) {
            const names = await migrate(database, migrations)
            applied.push(...names.map((name) => `${migrations.schema}/${name}`))
          }
          output.print(applied.length > 0 ? `Applied:\n  ${applied.join('\n  ')}` : 'The database is up to date.')
        },
        { mayBeNew: true },
      ),
    )
}
