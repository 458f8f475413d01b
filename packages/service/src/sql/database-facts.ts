import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from './database.ts'
import type { Sql } from './sql.ts'

export async function readServerVersion(sql: Sql): Promise<string | undefined> {
  const [row] = await sql<{ server_version: string }>`show server_version`
  return row?.server_version
}

const NOTE = 'last-backup'

/** Beside the database: a running server holds that, and `countersign backup` writes none of it. */
export function noteBackup(dataDirectory: string, at: Date): void {
  const unfinished = join(dataDirectory, `${NOTE}.${process.pid}.unfinished`)
  // Not secret, and another user than the server's may take the backup. Renamed, because that user may own the former one.
  writeFileSync(unfinished, `${at.toISOString()}\n`, { mode: 0o644 })
  renameSync(unfinished, join(dataDirectory, NOTE))
}

/**
 * The last `countersign backup` of the embedded database, or the last segment that PostgreSQL archived; undefined if
 * unknown.
 */
export async function findLastBackup(
  { engine, sql }: Pick<Database, 'engine' | 'sql'>,
  dataDirectory: string,
): Promise<Date | undefined> {
  return engine === 'embedded' ? readNote(dataDirectory) : findLastArchived(sql)
}

function readNote(dataDirectory: string): Date | undefined {
  try {
    const at = new Date(readFileSync(join(dataDirectory, NOTE), 'utf8').trim())
    return Number.isNaN(at.getTime()) ? undefined : at
  } catch {
    return undefined
  }
}

async function findLastArchived(sql: Sql): Promise<Date | undefined> {
  const [row] = await sql<{ at: Date | null }>`
    select case when current_setting('archive_mode') <> 'off' then last_archived_time end as at from pg_stat_archiver`
  return row?.at ?? undefined
}
