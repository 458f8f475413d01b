import { type Database, distribute, findCluster, migrate } from '@countersign/service/sql'
import type { Command } from 'commander'
import type { CommandContext } from '../command-context.ts'
import { CommandError } from '../command-error.ts'
import { COMPONENTS, migrationsOf } from '../components.ts'
import { describePlan } from '../migration-plan.ts'

type Options = { readonly distributed?: true; readonly plan?: true }

const EXAMPLE = `
Before an update: countersign migrate --plan, with the new version, while the former one serves; of the
embedded database, once it is stopped.`

/** `countersign migrate`: brings the database up to date without serving. */
export function addMigrateCommand(program: Command, { output, withDatabase }: CommandContext): void {
  program
    .command('migrate')
    .description('bring the database up to date (serving does so too)')
    .option('--distributed', 'spread its tables over the machines of a Citus cluster')
    .option('--plan', 'change nothing: say what would run, who waits meanwhile, and whether older programs go on')
    .addHelpText('after', EXAMPLE)
    .action(({ distributed, plan }: Options) =>
      withDatabase(
        async (database) => {
          if (plan) return output.print(await describePlan(database))
          if (distributed) await refuseOneMachine(database)
          const applied: string[] = []
          for (const migrations of migrationsOf(COMPONENTS)) {
            const names = await migrate(database, migrations)
            applied.push(...names.map((name) => `${migrations.schema}/${name}`))
          }
          output.print(applied.length > 0 ? `Applied:\n  ${applied.join('\n  ')}` : 'The database is up to date.')
          if (distributed) output.print(describeSpread(await spreadAll(database)))
        },
        { mayBeNew: !plan },
      ),
    )
}

async function refuseOneMachine({ engine, sql }: Database): Promise<void> {
  if (engine === 'embedded') {
    throw new CommandError('The embedded database is one file on one machine: set DATABASE_URL to a Citus cluster.')
  }
  if (await findCluster(sql)) return
  throw new CommandError(
    'This database has no Citus extension, so its tables cannot be spread by it; all else works without. On a Citus cluster: "create extension citus" in this database on every machine, add them with citus_add_node, and try again. A database that spreads tables by their primary keys without being told needs no such command.',
  )
}

async function spreadAll(database: Database): Promise<readonly string[]> {
  const spread: string[] = []
  for (const { distribution } of migrationsOf(COMPONENTS)) {
    if (distribution) spread.push(...(await distribute(database, distribution)))
  }
  return spread
}

function describeSpread(tables: readonly string[]): string {
  return tables.length > 0 ? `Spread:\n  ${tables.join('\n  ')}` : 'Its tables are spread.'
}
