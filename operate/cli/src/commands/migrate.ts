import {
  type Database,
  distribute,
  FORMER_COMMIT,
  findCluster,
  grantServing,
  type MigrationEffect,
  migrate,
  openDatabase,
  planMigrations,
  refuseLeftOut,
} from '@countersign/service/sql'
import type { Command } from 'commander'
import type { CommandContext } from '../command-context.ts'
import { CommandError } from '../command-error.ts'
import { COMPONENTS, migrationsOf, schemasOf } from '../components.ts'
import type { Output } from '../output.ts'

type Options = { readonly distributed?: true; readonly plan?: true; readonly grantTo?: string }

const EXAMPLE = `
Before an update: countersign migrate --plan, with the new version, while the former one serves; of the
embedded database, once it is stopped.

Serving by a role that can change no table: countersign migrate --grant-to countersign_serving`

export function addMigrateCommand(program: Command, { output, withDatabase }: CommandContext): void {
  program
    .command('migrate')
    .description('bring the database up to date (serving does so too)')
    .option('--distributed', 'spread its tables over the machines of a Citus cluster')
    .option(
      '--plan',
      'change nothing: say what would run, who waits meanwhile, and whether older versions keep running',
    )
    .option(
      '--grant-to <role>',
      'also let this PostgreSQL role read and write the rows, now and after later migrations',
    )
    .addHelpText('after', EXAMPLE)
    .action(({ distributed, plan, grantTo }: Options) =>
      withDatabase(
        async (database) => {
          if (plan) return output.print(await describePlan(database))
          if (distributed) await refuseOneMachine(database)
          if (grantTo !== undefined) refuseEmbedded(database)
          const applied: string[] = []
          for (const migrations of migrationsOf(COMPONENTS)) {
            const names = await migrate(database, migrations)
            applied.push(...names.map((name) => `${migrations.schema}/${name}`))
          }
          output.print(applied.length > 0 ? `Applied:\n  ${applied.join('\n  ')}` : 'The database is up to date.')
          if (grantTo !== undefined) await grantAll(database, grantTo, output)
          if (distributed) {
            const spread = await spreadAll(database)
            output.print(spread.length > 0 ? `Spread:\n  ${spread.join('\n  ')}` : 'Its tables are spread.')
          }
          await refuseLeftOut(database, schemasOf(COMPONENTS))
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

function refuseEmbedded({ engine }: Database): void {
  if (engine === 'postgresql') return
  throw new CommandError('The embedded database has no roles: its one process migrates and serves. Set DATABASE_URL.')
}

async function grantAll(database: Database, role: string, output: Output): Promise<void> {
  await grantServing(database, schemasOf(COMPONENTS), role)
  output.print(`${role} may serve: it reads and writes rows, and changes no table.`)
}

async function spreadAll(database: Database): Promise<readonly string[]> {
  const spread: string[] = []
  for (const { distribution } of migrationsOf(COMPONENTS)) {
    if (distribution) spread.push(...(await distribute(database, distribution)))
  }
  return spread
}

/** Describes what a migration would do, tried on an empty database in memory. */
export async function describePlan(database: Database, openEmpty = () => openDatabase({})): Promise<string> {
  let scratch: Promise<Database> | undefined
  const openScratch = () => (scratch ??= openEmpty())
  try {
    const paragraphs: string[] = []
    for (const migrations of migrationsOf(COMPONENTS)) {
      const sizes = await readSizes(database, migrations.schema)
      const effects = await planMigrations(database, migrations, openScratch)
      paragraphs.push(...effects.map((effect) => describeEffect(migrations.schema, effect, sizes)))
    }
    return paragraphs.length > 0 ? paragraphs.join('\n') : 'The database is up to date: nothing would run.'
  } finally {
    await (await scratch)?.close()
  }
}

const TAKES_OVER = `Takes over the tables of commit ${FORMER_COMMIT} with their rows, and takes away what its programs use: stop every one first. None of them starts again.`

export function describeEffect(
  schema: string,
  { name, needsVersion, locks, isTakeover }: MigrationEffect,
  sizes: ReadonlyMap<string, string>,
): string {
  if (isTakeover) return `${schema}/${name}\n  ${TAKES_OVER}`
  const older = needsVersion
    ? `Contracts: stop every program older than ${needsVersion} first. None of them starts again.`
    : 'Expands: older versions keep running.'
  const waits = locks.map(
    ({ table, blocks }) => `${table} (${sizes.get(table) ?? 'new'}): ${blocks} wait until it is done.`,
  )
  const lines = [older, ...(waits.length > 0 ? waits : ['No locks.'])]
  return `${schema}/${name}\n${lines.map((line) => `  ${line}`).join('\n')}`
}

async function readSizes({ sql }: Database, schema: string): Promise<ReadonlyMap<string, string>> {
  const rows = await sql<{ name: string; size: string }>`
    select oid::regclass::text as name, pg_size_pretty(pg_total_relation_size(oid)) as size
      from pg_class where relnamespace = to_regnamespace(${schema}) and relkind in ('r', 'p')`
  return new Map(rows.map(({ name, size }) => [name, size]))
}
