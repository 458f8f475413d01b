import { CommandError } from '../command-error.ts'

const ANOTHER = 'choose another DATA_DIR'
const NOT_ALLOWED = `this user may not write there. Run this as the one who runs the server, or ${ANOTHER}.`
const NO_DIRECTORY = `a file is in its place. Move that away, or ${ANOTHER}.`

const REASONS: Readonly<Record<string, string>> = {
  EACCES: NOT_ALLOWED,
  EPERM: NOT_ALLOWED,
  EEXIST: NO_DIRECTORY,
  ENOTDIR: NO_DIRECTORY,
  ENOSPC: `is there room? A new database takes about 40 MB. Make room, or ${ANOTHER}.`,
  EROFS: `its disk is read-only. Mount it for writing, or ${ANOTHER}.`,
}

/** PGlite has the numbers of WASI, not those of the operating system. */
const WASI_CODES: Readonly<Record<number, string>> = { 2: 'EACCES', 29: 'EIO', 51: 'ENOSPC', 63: 'EPERM', 69: 'EROFS' }

/**
 * Does some work on the files of a data directory.
 * @throws CommandError, with the cure, where the file system refuses
 */
export async function inDataDirectory<Result>(directory: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (cause) {
    const code = fileSystemCodeOf(cause)
    if (code === undefined) throw cause
    const reason = REASONS[code] ?? `the file system refused. Look at its disk, or ${ANOTHER}.`
    throw new CommandError(`The data directory ${directory} cannot be used (${code}): ${reason}`, { cause })
  }
}

/** What PGlite throws of its files is no Error. */
function fileSystemCodeOf(thrown: unknown): string | undefined {
  if (typeof thrown !== 'object' || thrown === null) return undefined
  if ('code' in thrown && typeof thrown.code === 'string')
    return /^E[A-Z]+$/.test(thrown.code) ? thrown.code : undefined
  const isOfPGlite = 'name' in thrown && thrown.name === 'ErrnoError' && 'errno' in thrown
  return isOfPGlite ? (WASI_CODES[Number(thrown.errno)] ?? `error ${String(thrown.errno)}`) : undefined
}
