import { hash } from 'node:crypto'
import { VerifyError } from '../verify-error.ts'

/** A file of a release. `path` is `<version>/<file>`; the entry is a line as of sha256sum, without its end. */
export type LogEntry = { readonly sha256: string; readonly path: string }

const ENTRY = /^(?<sha256>[\da-f]{64}) {2}(?<path>\d+\.\d+\.\d+[\w.-]*\/\w[\w.-]*)$/

export function logEntryOf(path: string, content: Buffer): LogEntry {
  return { sha256: hash('sha256', content), path }
}

export function encodeLogEntry({ sha256, path }: LogEntry): Buffer {
  return Buffer.from(`${sha256}  ${path}`)
}

/**
 * Refuses each form but one: another manifest could hide in an entry that is skipped.
 * @throws VerifyError
 */
export function readLogEntry(bytes: Buffer): LogEntry {
  const { sha256, path } = ENTRY.exec(bytes.toString('latin1'))?.groups ?? {}
  if (sha256 && path) return { sha256, path }
  throw new VerifyError('An entry of the log names no file of a release. A newer countersign may know it.')
}
