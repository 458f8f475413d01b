import type { VerifyContext } from '../verify-context.ts'
import { VerifyError } from '../verify-error.ts'
import { askAsBrowser } from '../visitor.ts'
import { type LogEntry, logEntryOf, readLogEntry } from './log-entry.ts'
import { type ReadLogFile, readLog } from './read-log.ts'
import { checkpointFileOf, rememberCheckpoint } from './remember-checkpoint.ts'
import { readNoteKey } from './signed-note.ts'

/** Address or folder of a log, and its key. */
export type LogFlags = { readonly log?: string; readonly logKey?: string }

/** `news` are the entries since the last look; undefined at the first. */
export type CheckedLog = {
  readonly origin: string
  readonly size: number
  readonly root: string
  readonly news: readonly string[] | undefined
}

/**
 * Checks that a log lists this manifest and no other one for its version, and lost nothing since the last look.
 * @throws VerifyError
 */
export async function checkReleaseLog(
  { env, readFile }: Pick<VerifyContext, 'env' | 'readFile'>,
  { log: address, logKey }: LogFlags,
  manifest: { readonly version: string; readonly content: Buffer },
): Promise<CheckedLog | undefined> {
  if (address === undefined && logKey === undefined) return undefined
  if (!address || !logKey) throw new VerifyError('A log is checked by its key: give both --log and --log-key.')
  const key = readNoteKey(logKey)
  const log = await readLog(readerOf(address.replace(/\/$/, ''), readFile), key)
  const entries = log.entries.map(readLogEntry)
  const seen = rememberCheckpoint(log, key, checkpointFileOf(env, key))
  requireListed(logEntryOf(`${manifest.version}/client-manifest.json`, manifest.content), entries)
  const news = seen === undefined ? undefined : entries.slice(seen).map(({ path }) => path)
  return { origin: key.name, size: entries.length, root: log.checkpoint.root.toString('base64'), news }
}

export function describeLog({ origin, size, root, news }: CheckedLog): string {
  const since = news?.length === 0 ? 'nothing new since the last look' : `new since the last look: ${news?.join(', ')}`
  return `${origin}, size ${size}, hash ${root}; ${news ? since : 'first look'}`
}

function readerOf(address: string, readFile: VerifyContext['readFile']): ReadLogFile {
  if (!/^https?:/.test(address)) return async (path) => readFile(`${address}/${path}`)
  return async (path) => {
    const { status, body } = await askAsBrowser(`${address}/${path}`, 'data')
    if (status === 200) return body
    throw new VerifyError(`${address}/${path} is answered with status ${status}: part of the log is missing.`)
  }
}

function requireListed({ sha256, path }: LogEntry, entries: readonly LogEntry[]): void {
  const listed = entries.filter((entry) => entry.path === path).map((entry) => entry.sha256)
  const others = listed.filter((each) => each !== sha256)
  if (listed.length > 0 && others.length === 0) return
  const problem = others.length > 0 ? `lists another ${path} (${others.join(', ')})` : `does not list ${path}`
  throw new VerifyError(`The log ${problem}. Open no vault: others see no release with this manifest (${sha256}).`)
}
