import { createHash } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { CommandError } from '../command-error.ts'
import { type BackupHeader, type BackupLine, type BackupPart, findBackupLine } from './backup-format.ts'

/** As many as are written to a database at once. */
const BATCH_ROWS = 200

/**
 * Reads a backup to its end and answers with its header.
 * @throws CommandError if it is damaged, was cut short, or is no backup, or no file that can be read twice
 */
export async function checkBackupFile(path: string): Promise<BackupHeader> {
  let first: BackupHeader | undefined
  for await (const part of readBackupFile(path)) if ('header' in part) first = part.header
  if (!first) throw new CommandError(`${path} is no backup: it has no beginning.`)
  return first
}

/**
 * What is in a backup, in its order.
 * @throws CommandError as `checkBackupFile` does, at the latest at the end
 */
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
    if (!line) throw new Error('A line of it is none of a backup.')
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

/** It is read to its end before its rows are written: a pipe would have none left then. */
function refuseStream(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() === false)
    throw new CommandError(`${path} is no regular file, and a backup is read twice. Write it to a file, and name that.`)
}

/** What the file system refuses is not damaged. */
function sentenceOf(path: string, cause: unknown): string {
  const isOfFileSystem = cause instanceof Error && 'syscall' in cause
  return isOfFileSystem
    ? `${path} cannot be read. Check its path, and that you may read it.`
    : `${path} is damaged, was cut short, or is no backup of Countersign. Nothing was changed; use another one.`
}
