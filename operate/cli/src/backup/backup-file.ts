import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, statSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { CommandError } from '../command-error.ts'

/** The first line. */
export const BackupHeader = Type.Object({
  format: Type.Literal('countersign-backup-1'),
  made_at: Type.String(),
  program: Type.String(),
  migrations: Type.Array(Type.Object({ schema: Type.String(), name: Type.String(), checksum: Type.String() })),
  /** Other files of the data directory, in base64, by name. */
  files: Type.Record(Type.String({ pattern: '^[a-z-]+(\\.[a-z-]+)+$' }), Type.String()),
})

const TableStart = Type.Object({ table: Type.String(), columns: Type.Array(Type.String()) })
const TableEnd = Type.Object({ rows: Type.Integer(), digest: Type.String() })
const BackupEnd = Type.Object({ sha256: Type.String() })

export type BackupHeader = Static<typeof BackupHeader>

/** Per table: its name and columns, batches of rows as JSON arrays, then count and digest. */
export type BackupPart =
  | { readonly start: Static<typeof TableStart> }
  | { readonly rows: readonly string[] }
  | { readonly end: Static<typeof TableEnd> }

/** The last line is a hash of all others. */
type BackupLine =
  | { readonly header: BackupHeader }
  | Exclude<BackupPart, { readonly rows: unknown }>
  | { readonly row: string }
  | { readonly last: Static<typeof BackupEnd> }

function findBackupLine(text: string): BackupLine | undefined {
  if (text.startsWith('[')) return { row: text }
  const value: unknown = JSON.parse(text)
  if (Value.Check(TableEnd, value)) return { end: value }
  if (Value.Check(TableStart, value)) return { start: value }
  if (Value.Check(BackupHeader, value)) return { header: value }
  return Value.Check(BackupEnd, value) ? { last: value } : undefined
}

/** Writes gzipped lines of JSON into a new file for its owner only. */
export async function writeBackupFile(
  path: string,
  header: BackupHeader,
  parts: AsyncIterable<BackupPart>,
): Promise<void> {
  await pipeline(
    hashed(textOf(header, parts)),
    createGzip(),
    createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
  )
}

async function* hashed(texts: AsyncIterable<string>): AsyncGenerator<string> {
  const hash = createHash('sha256')
  for await (const text of texts) {
    hash.update(text)
    yield text
  }
  yield lineOf({ sha256: hash.digest('hex') })
}

async function* textOf(header: BackupHeader, parts: AsyncIterable<BackupPart>): AsyncGenerator<string> {
  yield lineOf(header)
  for await (const part of parts) {
    if ('start' in part) yield lineOf(part.start)
    else if ('end' in part) yield lineOf(part.end)
    else yield part.rows.map((row) => `${row}\n`).join('')
  }
}

function lineOf(value: object): string {
  return `${JSON.stringify(value)}\n`
}

/** Rows per insert. */
const BATCH_ROWS = 200

/**
 * Reads the whole backup and returns its header.
 * @throws CommandError if the file is damaged, cut short, not a backup, or not a regular file
 */
export async function checkBackupFile(path: string): Promise<BackupHeader> {
  let first: BackupHeader | undefined
  for await (const part of readBackupFile(path)) if ('header' in part) first = part.header
  if (!first) throw new CommandError(`${path} is no backup: it has no beginning.`)
  return first
}

/** @throws CommandError like `checkBackupFile`, at the latest at the end */
export async function* readBackupFile(path: string): AsyncGenerator<{ readonly header: BackupHeader } | BackupPart> {
  try {
    refuseStream(path)
    yield* readParts(path)
  } catch (cause) {
    if (cause instanceof CommandError) throw cause
    throw new CommandError(sentenceOf(path, cause), { cause })
  }
}

async function* readParts(path: string): AsyncGenerator<{ readonly header: BackupHeader } | BackupPart> {
  const hash = createHash('sha256')
  let rows: string[] = []
  let isWhole = false
  for await (const text of readLines(path)) {
    const line: BackupLine | undefined = isWhole ? undefined : findBackupLine(text)
    if (!line) throw new Error('It is not a backup file: a line of it is not valid.')
    if ('last' in line) {
      isWhole = line.last.sha256 === hash.digest('hex')
      if (!isWhole) throw new Error('Its hash is another.')
      continue
    }
    hash.update(`${text}\n`)
    if ('row' in line) rows.push(line.row)
    if (rows.length > 0 && (!('row' in line) || rows.length === BATCH_ROWS)) {
      yield { rows }
      rows = []
    }
    if (!('row' in line)) yield line
  }
  if (!isWhole) throw new Error('It has no end.')
}

async function* readLines(path: string): AsyncGenerator<string> {
  const text = createGunzip().setEncoding('utf8')
  createReadStream(path)
    .on('error', (error) => text.destroy(error))
    .pipe(text)
  let rest = ''
  for await (const chunk of text) {
    const lines = (rest + String(chunk)).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest) throw new Error('Its last line has no end.')
}

/** A backup is read twice, which a pipe cannot be. */
function refuseStream(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() === false)
    throw new CommandError(`${path} is no regular file, and a backup is read twice. Write it to a file, and name that.`)
}

/** A file system error does not mean a damaged backup. */
function sentenceOf(path: string, cause: unknown): string {
  const isOfFileSystem = cause instanceof Error && 'syscall' in cause
  return isOfFileSystem
    ? `${path} cannot be read. Check its path, and that you may read it.`
    : `${path} is damaged, was cut short, or is no backup of Countersign. Nothing was changed; use another one.`
}
