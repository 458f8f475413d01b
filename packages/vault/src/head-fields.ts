import { SUITE } from './labels.ts'
import { LIMITS } from './limits.ts'
import {
  type Fields,
  malformed,
  readArray,
  readBase64url,
  readCount,
  readObject,
  readText,
  readTime,
  readUuid,
  unsupported,
} from './parse.ts'
import { HASH_BYTES } from './records.ts'

/** What a head of every version says. Hashes are base64url. */
export type CommonHeadFields = {
  readonly owner: string
  readonly gen: number
  /** Hashes of the heads before this one, newest first: all of them, or the last 32. */
  readonly anc: readonly string[]
  /** Unlock record id -> its hash. A record that is not here was removed. */
  readonly unlock: Readonly<Record<string, string>>
  /** Readers refuse suites below this one, so that a server cannot bring back what a migration left behind. */
  readonly min_suite: number
  /** ISO 8601. */
  readonly wrote_at: string
  readonly device: string
}

export const HEAD_WHAT = 'list of the vault’s contents'
export const COMMON_HEAD_FIELDS = ['sv', 'owner', 'gen', 'anc', 'unlock', 'min_suite', 'wrote_at', 'device'] as const

/**
 * Reads what heads of all versions have.
 * @throws VaultError `unsupported`, `malformed`, `too_large`
 */
export function readCommonFields(fields: Fields<keyof CommonHeadFields>): CommonHeadFields {
  const gen = readCount(fields.gen, HEAD_WHAT)
  return {
    owner: readText(fields.owner, HEAD_WHAT),
    gen,
    anc: readAncestors(fields.anc, gen),
    unlock: readMapById(fields.unlock, readHash),
    min_suite: readMinSuite(fields.min_suite),
    wrote_at: readTime(fields.wrote_at, HEAD_WHAT),
    device: readText(fields.device, HEAD_WHAT),
  }
}

/** Reads entries by UUID. */
export function readMapById<Entry>(
  value: unknown,
  readEntry: (entry: unknown) => Entry,
): Readonly<Record<string, Entry>> {
  const entries = Object.entries(readObject(value, HEAD_WHAT))
  return Object.fromEntries(entries.map(([id, entry]) => [readUuid(id, HEAD_WHAT), readEntry(entry)]))
}

export function readHash(value: unknown): string {
  return readBase64url(value, HASH_BYTES, HEAD_WHAT)
}

/** Every generation adds one ancestor, so the length is known: a shorter list would hide a fork. */
function readAncestors(value: unknown, gen: number): readonly string[] {
  const ancestors = readArray(value, LIMITS.ancestors, HEAD_WHAT).map(readHash)
  if (ancestors.length !== Math.min(gen - 1, LIMITS.ancestors)) throw malformed(HEAD_WHAT)
  return ancestors
}

function readMinSuite(value: unknown): number {
  const suite = readCount(value, HEAD_WHAT)
  if (suite > SUITE) throw unsupported(HEAD_WHAT)
  return suite
}
