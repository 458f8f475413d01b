import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { VerifyError } from '../verify-error.ts'
import { readCheckpoint } from './checkpoint.ts'
import { rootOf } from './merkle-tree.ts'
import type { Log } from './read-log.ts'
import type { NoteKey } from './signed-note.ts'

/** The last checkpoint that this user saw, by key: copies of a log share it. */
export function checkpointFileOf({ XDG_STATE_HOME, LOCALAPPDATA }: NodeJS.ProcessEnv, { id }: NoteKey): string {
  const inHome = process.platform === 'darwin' ? 'Library/Application Support' : '.local/state'
  const folder = XDG_STATE_HOME || LOCALAPPDATA || join(homedir(), inHome)
  return join(folder, 'countersign', `log-${id.toString('hex')}.checkpoint`)
}

/**
 * Checks that a log begins with all that it had at the last checkpoint, and remembers its new one.
 * @returns the size at the last checkpoint; undefined at the first look
 * @throws VerifyError
 */
export function rememberCheckpoint({ checkpoint, leaves }: Log, key: NoteKey, file: string): number | undefined {
  const last = existsSync(file) ? readCheckpoint(readFileSync(file), key, file) : undefined
  if (last && checkpoint.size < last.size) {
    const advice = `If it stays so, the log took releases back: keep ${file}, which proves it.`
    throw new VerifyError(
      `The log went back from ${last.size} entries to ${checkpoint.size}. A cache on the way may be old: ask again in an hour. ${advice}`,
    )
  }
  if (last && !rootOf(leaves.slice(0, last.size)).equals(last.root)) {
    const advice = `Open no vault. Keep ${file} and this checkpoint: both are signed, and prove it.`
    throw new VerifyError(
      `The log has two histories: its first ${last.size} entries are not those seen before. ${advice}\n\n${checkpoint.note}`,
    )
  }
  writeWhole(file, checkpoint.note)
  return last?.size
}

function writeWhole(file: string, content: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(`${file}.new`, content)
    renameSync(`${file}.new`, file)
  } catch (cause) {
    throw new VerifyError(`${file} cannot be written. Set XDG_STATE_HOME to a folder that can.`, { cause })
  }
}
