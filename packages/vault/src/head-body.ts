import { type ActivityChain, EMPTY_CHAIN, readActivityChain, readActivityChainV2 } from './activity-chain.ts'
import type { Bytes } from './bytes.ts'
import { VaultError } from './errors.ts'
import { beginChain, extendChain, type HeadChain, readHeadChain } from './head-chain.ts'
import { digestItems, type ItemsDigest, readItemsDigest } from './item-list.ts'
import { HEAD_SCHEMA_VERSION, SUITE } from './labels.ts'
import { LIMITS } from './limits.ts'
import { decodePaddedObject, encodePaddedJson } from './padding.ts'
import {
  type Fields,
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
import { type RpPins, readPins, readPinsV1, readPinsV2 } from './rp-pins.ts'

type CommonHeadFields = {
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
}

/** The decrypted head: the only list of the vault's contents. */
export type HeadBody = {
  /** Chain over all heads before this one. */
  readonly past: HeadChain
  readonly items: ItemsDigest
  /** The approved apps, as they were then. */
  readonly rp_pins: RpPins
  /** The end of the log, which vouches for every entry before it. */
  readonly activity: ActivityChain
  /** Id of a recovery key's record that the owner has not confirmed. */
  readonly unconfirmed_recovery?: string | undefined
} & CommonHeadFields

const HEAD_WHAT = 'list of the vault’s contents'
const COMMON = {
  owner: readText,
  gen: readCount,
  anc: (value: unknown) => readArray(value, LIMITS.ancestors, HEAD_WHAT).map((hash) => readHash(hash, HEAD_WHAT)),
  unlock: (value: unknown) => readMapById(value, (hash) => readHash(hash, HEAD_WHAT)),
  min_suite: readMinSuite,
  wrote_at: readTime,
  device: readText,
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
function requireAncestors({ gen, anc }: CommonHeadFields): void {
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

/** Reads older versions as the next write will write them. @throws VaultError */
export async function decodeHeadBody(plaintext: Bytes, vaultId: string): Promise<HeadBody> {
  const { sv, ...fields } = decodePaddedObject(plaintext, HEAD_WHAT)
  if (sv === 1 || sv === 2) return readOldHeadBody(fields, sv, vaultId)
  if (sv !== HEAD_SCHEMA_VERSION) throw unsupported(HEAD_WHAT)
  const current = { past: readHeadChain, items: readItemsDigest, rp_pins: readPins, activity: readActivityChain }
  const mark = Object.hasOwn(fields, 'unconfirmed_recovery') ? { unconfirmed_recovery: readUuid } : {}
  const body: HeadBody = readRecord(fields, { ...COMMON, ...current, ...mark }, HEAD_WHAT)
  requireAncestors(body)
  if (body.past.from > body.gen - body.anc.length) throw malformed(HEAD_WHAT)
  return body
}

/** Versions 1 and 2 listed items one by one and had no chain; version 1 had no log. @throws VaultError */
async function readOldHeadBody(fields: Fields, version: 1 | 2, vaultId: string): Promise<HeadBody> {
  const log = version === 1 ? {} : { activity: readActivityChainV2 }
  const old = { ...COMMON, items: readListedItems, rp_pins: (value: unknown) => value, ...log }
  const { items, rp_pins: pins, activity = EMPTY_CHAIN, ...common } = readRecord(fields, old, HEAD_WHAT)
  requireAncestors(common)
  const { gen, anc, wrote_at } = common
  return {
    ...common,
    past: await extendChain(await beginChain(vaultId, gen - anc.length), anc.toReversed()),
    items: await digestItems(vaultId, items),
    rp_pins: version === 1 ? readPinsV1(pins, wrote_at) : readPinsV2(pins),
    activity,
  }
}

function readListedItems(value: unknown) {
  return readMapById(value, (item) => readRecord(item, { rev: readCount, h: readHash }, HEAD_WHAT))
}
