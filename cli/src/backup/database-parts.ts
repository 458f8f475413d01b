import { digestRows, listTables, type Run, readRows, type Table, writeRows } from '@countersign/service/sql'
import { CommandError } from '../command-error.ts'
import type { BackupPart } from './backup-format.ts'

/** How much was moved so far. */
export type Moved = { readonly rows: number; readonly tables: number }

/** Is told each time that some rows were moved. */
export type Tell = (moved: Moved) => void

/** All that is in a database, table by table, one that others refer to before them. */
export async function* readDatabase(run: Run): AsyncGenerator<BackupPart> {
  for (const table of await listTables(run)) {
    yield { start: { table: table.name, columns: table.columns.map(({ name }) => name) } }
    for await (const rows of readRows(run, table)) yield { rows }
    yield { end: await digestRows(run, table) }
  }
}

/** The same parts, with a word now and then of how many have passed. */
export async function* counting(parts: AsyncIterable<BackupPart>, tell: Tell): AsyncGenerator<BackupPart> {
  let rows = 0
  let tables = 0
  for await (const part of parts) {
    if ('rows' in part) rows += part.rows.length
    if ('end' in part) tables += 1
    yield part
    tell({ rows, tables })
  }
}

/**
 * Fills empty tables, and makes sure of each that it then has the rows that it was given, and as many. Whatever this throws,
 * the transaction that it runs in takes back.
 * @throws CommandError
 */
export async function fillDatabase(run: Run, parts: AsyncIterable<BackupPart>): Promise<void> {
  const tables = new Map((await listTables(run)).map((table) => [table.name, table]))
  for (const { name } of tables.values()) await refuseRows(run, name)
  let current: Table | undefined
  for await (const part of parts) {
    if ('start' in part) current = tableOf(part.start, tables)
    else if (!current) throw new CommandError('The backup has rows of no table.')
    else if ('rows' in part) await writeRows(run, current, part.rows)
    else await compare(run, current, part.end)
  }
}

async function refuseRows(run: Run, table: string): Promise<void> {
  const { rows } = await run({ text: `select from ${table} limit 1` })
  if (rows.length === 0) return
  throw new CommandError(
    `The database that is to be filled is not empty: ${table} has rows. Nothing was changed. Give a new database; one that was only started once may be dropped and created anew.`,
  )
}

/** The names of what is written come from the database: a backup only says which of them, in its order. */
function tableOf(
  { table, columns }: { table: string; columns: readonly string[] },
  tables: ReadonlyMap<string, Table>,
) {
  const found = tables.get(table)
  const byName = new Map(found?.columns.map((column) => [column.name, column]))
  const named = columns.flatMap((name) => byName.get(name) ?? [])
  if (found && named.length === columns.length && named.length === byName.size) return { ...found, columns: named }
  throw new CommandError(`The table ${table} has other columns there and here. Nothing was changed.`)
}

async function compare(run: Run, table: Table, expected: { rows: number; digest: string }): Promise<void> {
  const { rows, digest } = await digestRows(run, table)
  if (rows === expected.rows && digest === expected.digest) return
  throw new CommandError(
    `${table.name} has other rows there (${rows}) than here (${expected.rows}). Nothing was changed. This should not happen: please report it.`,
  )
}
