import { existsSync, readFileSync } from 'node:fs'
import { sha256 } from '../secrets/secrets.ts'
import type { AppliedMigration, Migration } from './migrate.ts'

/** Turns tables of a former state into those of the first migration. */
export type Takeover = {
  readonly text: string
  /** Of the migrations that made the former tables. */
  readonly digest: string | undefined
}

export const TAKEOVER = 'takeover.sql'

/** The former state: the last one before the baseline. */
export const FORMER_COMMIT = 'daf162d2'

/** Recorded with the baseline. Programs of the former state are 0.1.0 too, and refuse a database that needs a newer one. */
export const BASELINE_NEEDS = '0.1.0 with one baseline'

const TAKES_OVER = /^-- takes over: ([0-9a-f]{64})$/m

export function readTakeover(folder: URL): Takeover | undefined {
  const file = new URL(TAKEOVER, folder)
  if (!existsSync(file)) return undefined
  const text = readFileSync(file, 'utf8')
  return { text, digest: TAKES_OVER.exec(text)?.[1] }
}

/** The tables are neither of this program's migrations nor of those that it takes over. */
export class DatabaseTooOld extends Error {
  override readonly name = 'DatabaseTooOld'
}

/** Replaces the baseline by its takeover. @throws DatabaseTooOld */
export function takeOver(applied: readonly AppliedMigration[], { takeover, ...baseline }: Migration): Migration {
  if (takeover?.digest === digestOfMigrations(applied)) return { ...baseline, text: takeover.text, isTakeover: true }
  throw new DatabaseTooOld(
    `The tables of the schema ${applied[0]?.schema} were made by other migrations than this version's, and only those of commit ${FORMER_COMMIT} are taken over. Nothing was changed. To keep the data, run countersign migrate of that commit on it, then this version. To begin anew, delete its data directory (.countersign unless DATA_DIR is set), or drop and create the database on PostgreSQL.`,
  )
}

export function digestOfMigrations(migrations: readonly Pick<Migration, 'name' | 'checksum'>[]): string {
  const lines = migrations.map(({ name, checksum }) => `${name} ${checksum}\n`)
  return sha256(lines.toSorted().join('')).toString('hex')
}
