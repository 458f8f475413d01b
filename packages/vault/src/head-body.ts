import { type ActivityChain, readActivityChain } from './activity-chain.ts'
import type { Bytes } from './bytes.ts'
import { VaultError } from './errors.ts'
import { type HeadChain, readHeadChain } from './head-chain.ts'
import { type ItemsDigest, readItemsDigest } from './item-list.ts'
import { HEAD_SCHEMA_VERSION, SUITE } from './labels.ts'
import { LIMITS } from './limits.ts'
import { decodePaddedObject, encodePaddedJson } from './padding.ts'
import {
  malformed,
  readArray,
  readCount,
  readObject,
  readRecord,
  readText,
  readTime,
  readUuid,
  unsupported,
} from './parse.ts'
import { readHash } from './records.ts'
import { type RpPins, readPins } from './rp-pins.ts'

/** The decrypted head: the only list of the vault's contents. */
export type HeadBody = {
  readonly owner: string
  readonly gen: number
  /** Hashes of up to 32 heads before this one, newest first. */
  readonly anc: readonly string[]
  /** Hashes by unlock record id. A record that is missing here was removed. */
  readonly unlock: Readonly<Record<string, string>>
  /** Readers refuse suites below this one, so that a server cannot undo a migration. */
  readonly min_suite: number
  /** ISO 8601. */
  readonly wrote_at: string
  readonly device: string
  /** Chain over all heads before this one. */
  readonly past: HeadChain
  readonly items: ItemsDigest
  /** The approved apps, as they were then. */
  readonly rp_pins: RpPins
  /** The end of the log, which vouches for every entry before it. */
  readonly activity: ActivityChain
  /** Id of a recovery key's record that the owner has not confirmed. */
  readonly unconfirmed_recovery?: string | undefined
}

const HEAD_WHAT = 'list of the vault’s contents'
const READERS = {
  owner: readText,
  gen: readCount,
  anc: (value: unknown) => readArray(value, LIMITS.ancestors, HEAD_WHAT).map((hash) => readHash(hash, HEAD_WHAT)),
  unlock: (value: unknown) => readMapById(value, (hash) => readHash(hash, HEAD_WHAT)),
  min_suite: readMinSuite,
  wrote_at: readTime,
  device: readText,
  past: readHeadChain,
  items: readItemsDigest,
  rp_pins: readPins,
  activity: readActivityChain,
}

function readMapById<Entry>(value: unknown, readEntry: (entry: unknown) => Entry): Readonly<Record<string, Entry>> {
  const entries = Object.entries(readObject(value, HEAD_WHAT))
  return Object.fromEntries(entries.map(([id, entry]) => [readUuid(id, HEAD_WHAT), readEntry(entry)]))
}

function readMinSuite(value: unknown): number {
  const suite = readCount(value, HEAD_WHAT)
  if (suite > SUITE) throw unsupported(HEAD_WHAT)
  return suite
}

/** Each generation adds one ancestor, so the length is known: a shorter list could hide a fork. */
function requireAncestors({ gen, anc }: HeadBody): void {
  if (anc.length !== Math.min(gen - 1, LIMITS.ancestors)) throw malformed(HEAD_WHAT)
}

/** @throws VaultError `too_large` */
export function encodeHeadBody(body: HeadBody): Bytes {
  if (Object.keys(body.unlock).length > LIMITS.unlockMethods) {
    throw new VaultError('too_large', 'There are more ways to open this vault than allowed.')
  }
  const plaintext = encodePaddedJson({ sv: HEAD_SCHEMA_VERSION, ...body })
  if (plaintext.length > LIMITS.headBytes) throw new VaultError('too_large', 'The vault is full.')
  return plaintext
}

/** @throws VaultError `unsupported` for another version, `malformed` */
export function decodeHeadBody(plaintext: Bytes): HeadBody {
  const { sv, ...fields } = decodePaddedObject(plaintext, HEAD_WHAT)
  if (sv !== HEAD_SCHEMA_VERSION) throw unsupported(HEAD_WHAT)
  const mark = Object.hasOwn(fields, 'unconfirmed_recovery') ? { unconfirmed_recovery: readUuid } : {}
  const body: HeadBody = readRecord(fields, { ...READERS, ...mark }, HEAD_WHAT)
  requireAncestors(body)
  return body
}
