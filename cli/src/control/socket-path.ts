import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

// A socket's address holds 108 bytes on Linux and 104 on macOS, with the NUL at its end (unix(7), unix(4)).
const MAXIMUM_PATH_BYTES = 103

/** Where the process that holds a data directory takes commands: in a folder that only its owner may enter. */
export function socketPathOf(dataDirectory: string): string {
  return join(dataDirectory, 'control', 'socket')
}

/** Uses a path as a socket's address. One that is too long for that is reached by a short link, there for the moment. */
export async function withSocketAddress<Result>(
  path: string,
  use: (address: string) => Promise<Result>,
): Promise<Result> {
  if (Buffer.byteLength(path) <= MAXIMUM_PATH_BYTES) return use(path)
  const folder = mkdtempSync(join(tmpdir(), 'countersign-'))
  try {
    const link = join(folder, 'control')
    symlinkSync(dirname(path), link)
    return await use(join(link, basename(path)))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
