import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { BackupHeader, BackupPart } from './backup-format.ts'

/** Writes a new file that only its owner can read: lines of JSON, compressed by gzip, the last of them a hash of all before. */
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
