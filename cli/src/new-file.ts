import { writeFileSync } from 'node:fs'
import { CommandError } from './command-error.ts'

/**
 * Writes a file that only its owner can read, and never in place of another: what is there may be needed.
 * @throws CommandError
 */
export function writeNewFile(path: string, content: string): void {
  try {
    writeFileSync(path, content, { flag: 'wx', mode: 0o600 })
  } catch (cause) {
    const isThere = cause instanceof Error && 'code' in cause && cause.code === 'EEXIST'
    const sentence = isThere
      ? `${path} is there already, and may be in use. Name another file, or move it away.`
      : `${path} cannot be written. Check that its folder is there and may be written to.`
    throw new CommandError(sentence, { cause })
  }
}
