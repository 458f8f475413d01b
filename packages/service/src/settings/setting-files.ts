import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'

/** Many times the largest secret, a JWK Set. */
const MAXIMUM_BYTES = 64 * 1024

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'is not there',
  ENOTDIR: 'is not there',
  EACCES: 'may not be read by this user',
  EPERM: 'may not be read by this user',
}

/** The file cannot be used. The message completes a sentence that begins with its path, and never holds its content. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused'
}

/** Reads a setting's file as text. @throws FileRefused */
export function readSettingFile(path: string): string {
  const text = decode(readRegularFile(path)).trim()
  if (text === '') throw new FileRefused('is empty.')
  return text
}

/** Whether others may read the file, and whether they or its group may change it, as far as its own mode says. */
export function readRightsOfOthers(path: string): { readonly mayRead: boolean; readonly mayWrite: boolean } {
  const mode = withFile(path, (descriptor) => fstatSync(descriptor).mode)
  return { mayRead: (mode & 0o004) !== 0, mayWrite: (mode & 0o022) !== 0 }
}

/** Not from a pipe, which is empty when it is read again. */
function readRegularFile(path: string): Buffer {
  return withFile(path, (descriptor) => {
    const stats = fstatSync(descriptor)
    if (!stats.isFile()) throw new FileRefused('is no regular file.')
    if (stats.size > MAXIMUM_BYTES) throw new FileRefused('holds more than 64 KiB, too much for a setting.')
    return readFileSync(descriptor)
  })
}

function withFile<Result>(path: string, use: (descriptor: number) => Result): Result {
  let descriptor: number | undefined
  try {
    // Opening a named pipe would wait for its writer.
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    return use(descriptor)
  } catch (cause) {
    if (cause instanceof FileRefused) throw cause
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown'
    throw new FileRefused(`${REASONS[code] ?? `cannot be read (${code})`}.`, { cause })
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}

function decode(content: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    throw new FileRefused('is no text in UTF-8.')
  }
}
