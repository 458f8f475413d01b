import { type ActivityChain, EMPTY_CHAIN, readActivityChain } from './activity-chain.ts'
import type { Bytes } from './bytes.ts'
import { VaultError } from './errors.ts'
import { HEAD_SCHEMA_VERSION, SUITE } from './labels.ts'
import { LIMITS } from './limits.ts'
import { decodePaddedObject, encodePaddedJson } from './padded-json.ts'
import {
  type Fields,
  malformed,
  readArray,
  readBase64url,
  readCount,
  readExactFields,
  readObject,
  readText,
  readTime,
  readUuid,
  unsupported,
} from './parse.ts'
import { HASH_BYTES } from './records.ts'
import { type RpPins, readFirstPins, readPins } from './rp-pins.ts'

/** The decrypted head: the one place that says what the vault consists of. Hashes are base64url. */
export type HeadBody = {
  readonly owner: string
  readonly gen: number
  /** Hashes of the heads before this one, newest first: all of them, or the last 32. */
  readonly anc: readonly string[]
  readonly items: Readonly<Record<string, ListedItem>>
  /** Unlock record id -> its hash. A record that is not here was removed. */
  readonly unlock: Readonly<Record<string, string>>
  /** Readers refuse suites below this one, so that a server cannot bring back what a migration left behind. */
  readonly min_suite: number
  /** The apps that its owner approved, as they were then. */
  readonly rp_pins: RpPins
  /** ISO 8601. */
  readonly wrote_at: string
  readonly device: string
  /** The newest entry of the activity, which vouches for all before it. */
  readonly activity: ActivityChain
}

export type ListedItem = {
  readonly rev: number
  readonly h: string
}

const WHAT = 'list of the vault’s contents'
const FIRST_FIELDS = [
  'sv',
  'owner',
  'gen',
  'anc',
  'items',
  'unlock',
  'min_suite',
  'rp_pins',
  'wrote_at',
  'device',
] as const
const FIELDS = [...FIRST_FIELDS, 'activity'] as const

/**
 * Encodes a head's content.
 * @throws VaultError `too_large`
 */
export function encodeHeadBody(body: HeadBody): Bytes {
  if (Object.keys(body.items).length > LIMITS.items || Object.keys(body.unlock).length > LIMITS.unlockMethods) {
    throw new VaultError('too_large', 'The vault is full.')
  }
  const plaintext = encodePaddedJson({ sv: HEAD_SCHEMA_VERSION, ...body })
  if (plaintext.length > LIMITS.headBytes) throw new VaultError('too_large', 'The vault is full.')
  return plaintext
}

/**
 * Decodes a decrypted head. One of version 1 becomes what its next write will make of it, a head of version 2.
 * @throws VaultError `tampered`, `unsupported`, `malformed`
 */
export function decodeHeadBody(plaintext: Bytes): HeadBody {
  const decoded = decodePaddedObject(plaintext, WHAT)
  if (decoded['sv'] === 1) {
    const fields = readExactFields(decoded, FIRST_FIELDS, WHAT)
    const common = readCommonFields(fields)
    return { ...common, rp_pins: readFirstPins(fields.rp_pins, common.wrote_at), activity: EMPTY_CHAIN }
  }
  if (decoded['sv'] !== HEAD_SCHEMA_VERSION) throw unsupported(WHAT)
  const fields = readExactFields(decoded, FIELDS, WHAT)
  const common = readCommonFields(fields)
  return { ...common, rp_pins: readPins(fields.rp_pins), activity: readActivityChain(fields.activity) }
}

function readCommonFields(fields: Fields<(typeof FIRST_FIELDS)[number]>): Omit<HeadBody, 'rp_pins' | 'activity'> {
  const gen = readCount(fields.gen, WHAT)
  return {
    owner: readText(fields.owner, WHAT),
    gen,
    anc: readAncestors(fields.anc, gen),
    items: readMap(fields.items, readListedItem),
    unlock: readMap(fields.unlock, readHash),
    min_suite: readMinSuite(fields.min_suite),
    wrote_at: readTime(fields.wrote_at, WHAT),
    device: readText(fields.device, WHAT),
  }
}

/** Every generation adds one ancestor, so the length is known: a shorter list would hide a fork. */
function readAncestors(value: unknown, gen: number): readonly string[] {
  const ancestors = readArray(value, LIMITS.ancestors, WHAT).map(readHash)
  if (ancestors.length !== Math.min(gen - 1, LIMITS.ancestors)) throw malformed(WHAT)
  return ancestors
}

function readMap<Entry>(value: unknown, readEntry: (entry: unknown) => Entry): Readonly<Record<string, Entry>> {
  const entries = Object.entries(readObject(value, WHAT))
  return Object.fromEntries(entries.map(([id, entry]) => [readUuid(id, WHAT), readEntry(entry)]))
}

function readListedItem(value: unknown): ListedItem {
  const { rev, h } = readExactFields(value, ['rev', 'h'], WHAT)
  return { rev: readCount(rev, WHAT), h: readHash(h) }
}

function readHash(value: unknown): string {
  return readBase64url(value, HASH_BYTES, WHAT)
}

function readMinSuite(value: unknown): number {
  const suite = readCount(value, WHAT)
  if (suite > SUITE) throw unsupported(WHAT)
  return suite
}
