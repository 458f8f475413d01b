import { digestRows, listTables, type Run, readRows, type Table, writeRows } from '@countersign/service/sql'
import { CommandError } from '../command-error.ts'
import type { BackupPart } from './backup-file.ts'

export type Count = ReturnType<typeof createTally>['count']

/** Yields every table, referenced tables first. */
export async function* readDatabase(run: Run): AsyncGenerator<BackupPart> {
  for (const table of await listTables(run)) {
    yield { start: { table: table.name, columns: table.columns.map(({ name }) => name) } }
    for await (const rows of readRows(run, table)) yield { rows }
    yield { end: await digestRows(run, table) }
  }
}

const PAUSE_MS = 2_000

/** Counts parts as they pass, and says so every two seconds. */
export function createTally(say: (text: string) => void) {
  let rows = 0
  let tables = 0
  let saidAt: number | undefined
  const sentence = (): string => `${rows.toLocaleString('en')} rows of ${tables} tables`
  async function* count(parts: AsyncIterable<BackupPart>): AsyncGenerator<BackupPart> {
    for await (const part of parts) {
      if ('rows' in part) rows += part.rows.length
      if ('end' in part) tables += 1
      yield part
      saidAt ??= performance.now()
      if (performance.now() - saidAt < PAUSE_MS) continue
      saidAt = performance.now()
      say(`… ${sentence()}\n`)
    }
  }
  return { count, sentence }
}

/**
 * Fills empty tables and compares each with its digest. Runs in a transaction that an error rolls back.
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

/** Names in SQL come from the database: a backup only chooses among them, and gives the order. */
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
