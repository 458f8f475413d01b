import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'

/** What a backup begins with. */
export const BackupHeader = Type.Object({
  format: Type.Literal('countersign-backup-1'),
  made_at: Type.String(),
  /** The version that made it. */
  program: Type.String(),
  migrations: Type.Array(Type.Object({ schema: Type.String(), name: Type.String(), checksum: Type.String() })),
  /** Files of the data directory beside the database, in base64, by their names. */
  files: Type.Record(Type.String({ pattern: '^[a-z-]+(\\.[a-z-]+)+$' }), Type.String()),
})

const TableStart = Type.Object({ table: Type.String(), columns: Type.Array(Type.String()) })
const TableEnd = Type.Object({ rows: Type.Integer(), digest: Type.String() })
const BackupEnd = Type.Object({ sha256: Type.String() })

export type BackupHeader = Static<typeof BackupHeader>

/** What follows: of each table its name, its rows, each a JSON array, and what they add up to. */
export type BackupPart =
  | { readonly start: Static<typeof TableStart> }
  | { readonly rows: readonly string[] }
  | { readonly end: Static<typeof TableEnd> }

/** A line of the file, by what it says; the last one is a hash of all before. */
export type BackupLine =
  | { readonly header: BackupHeader }
  | Exclude<BackupPart, { readonly rows: unknown }>
  | { readonly row: string }
  | { readonly last: Static<typeof BackupEnd> }

const headerShape = Compile(BackupHeader)
const startShape = Compile(TableStart)
const endShape = Compile(TableEnd)
const lastShape = Compile(BackupEnd)

/** Undefined where it is none. */
export function findBackupLine(text: string): BackupLine | undefined {
  if (text.startsWith('[')) return { row: text }
  const value: unknown = JSON.parse(text)
  if (endShape.Check(value)) return { end: value }
  if (startShape.Check(value)) return { start: value }
  if (headerShape.Check(value)) return { header: value }
  return lastShape.Check(value) ? { last: value } : undefined
}
