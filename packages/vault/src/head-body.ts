import { type ActivityChain, EMPTY_CHAIN, readActivityChain, readActivityChainV2 } from './activity-chain.ts'
import type { Bytes } from './bytes.ts'
import { VaultError } from './errors.ts'
import { beginChain, extendChain, type HeadChain, readHeadChain } from './head-chain.ts'
import { digestItems, type ItemsDigest, type ListedItem, readItemsDigest } from './item-list.ts'
import { HEAD_SCHEMA_VERSION, SUITE } from './labels.ts'
import { LIMITS } from './limits.ts'
import { decodePaddedObject, encodePaddedJson } from './padding.ts'
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

const HEAD_WHAT = 'list of the vault’s contents'
const COMMON_HEAD_FIELDS = ['sv', 'owner', 'gen', 'anc', 'unlock', 'min_suite', 'wrote_at', 'device'] as const

/** @throws VaultError `unsupported`, `malformed`, `too_large` */
function readCommonFields(fields: Fields<keyof CommonHeadFields>): CommonHeadFields {
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

function readMapById<Entry>(value: unknown, readEntry: (entry: unknown) => Entry): Readonly<Record<string, Entry>> {
  const entries = Object.entries(readObject(value, HEAD_WHAT))
  return Object.fromEntries(entries.map(([id, entry]) => [readUuid(id, HEAD_WHAT), readEntry(entry)]))
}

function readHash(value: unknown): string {
  return readBase64url(value, HASH_BYTES, HEAD_WHAT)
}

/** Each generation adds one ancestor, so the length is known: a shorter list could hide a fork. */
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

const FIELDS = [...COMMON_HEAD_FIELDS, 'past', 'items', 'rp_pins', 'activity'] as const
const MARKED_FIELDS = [...FIELDS, 'unconfirmed_recovery'] as const

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
  const decoded = decodePaddedObject(plaintext, HEAD_WHAT)
  const { sv } = decoded
  if (sv === 1 || sv === 2) return readOldHeadBody(decoded, sv, vaultId)
  if (sv !== HEAD_SCHEMA_VERSION) throw unsupported(HEAD_WHAT)
  const fields = readFields(decoded)
  const common = readCommonFields(fields)
  const past = readHeadChain(fields.past, HEAD_WHAT)
  if (past.from > common.gen - common.anc.length) throw malformed(HEAD_WHAT)
  return {
    ...common,
    past,
    items: readItemsDigest(fields.items, HEAD_WHAT),
    rp_pins: readPins(fields.rp_pins),
    activity: readActivityChain(fields.activity),
    ...('unconfirmed_recovery' in fields && {
      unconfirmed_recovery: readUuid(fields.unconfirmed_recovery, HEAD_WHAT),
    }),
  }
}

/** Only the mark of an unconfirmed recovery key is optional. */
function readFields(decoded: Fields): Fields<(typeof FIELDS)[number]> | Fields<(typeof MARKED_FIELDS)[number]> {
  return Object.hasOwn(decoded, 'unconfirmed_recovery')
    ? readExactFields(decoded, MARKED_FIELDS, HEAD_WHAT)
    : readExactFields(decoded, FIELDS, HEAD_WHAT)
}

const FIELDS_V1 = [...COMMON_HEAD_FIELDS, 'items', 'rp_pins'] as const
const FIELDS_V2 = [...FIELDS_V1, 'activity'] as const

/** Versions 1 and 2 listed items one by one and had no chain; version 1 had no log. @throws VaultError */
async function readOldHeadBody(decoded: Fields, version: 1 | 2, vaultId: string) {
  if (version === 1) {
    const fields = readExactFields(decoded, FIELDS_V1, HEAD_WHAT)
    const common = await readAllButPins(fields, vaultId)
    return { ...common, rp_pins: readPinsV1(fields.rp_pins, common.wrote_at), activity: EMPTY_CHAIN }
  }
  const fields = readExactFields(decoded, FIELDS_V2, HEAD_WHAT)
  const common = await readAllButPins(fields, vaultId)
  return { ...common, rp_pins: readPinsV2(fields.rp_pins), activity: readActivityChainV2(fields.activity) }
}

async function readAllButPins(fields: Fields<(typeof FIELDS_V1)[number]>, vaultId: string) {
  const common = readCommonFields(fields)
  const { gen, anc } = common
  return {
    ...common,
    past: await extendChain(await beginChain(vaultId, gen - anc.length), anc.toReversed()),
    items: await digestItems(vaultId, readMapById(fields.items, readListedItem)),
  }
}

function readListedItem(value: unknown): Pick<ListedItem, 'rev' | 'h'> {
  const { rev, h } = readExactFields(value, ['rev', 'h'], HEAD_WHAT)
  return { rev: readCount(rev, HEAD_WHAT), h: readHash(h) }
}
