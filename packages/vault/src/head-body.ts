import { type ActivityChain, readActivityChain } from './activity-chain.ts'
import type { Bytes } from './bytes.ts'
import { VaultError } from './errors.ts'
import { type HeadChain, readHeadChain } from './head-chain.ts'
import { COMMON_HEAD_FIELDS, type CommonHeadFields, HEAD_WHAT, readCommonFields } from './head-fields.ts'
import { type ItemsDigest, readItemsDigest } from './item-list.ts'
import { HEAD_SCHEMA_VERSION } from './labels.ts'
import { LIMITS } from './limits.ts'
import { readOldHeadBody } from './old-head-body.ts'
import { decodePaddedObject, encodePaddedJson } from './padded-json.ts'
import { type Fields, malformed, readExactFields, readUuid, unsupported } from './parse.ts'
import { type RpPins, readPins } from './rp-pins.ts'

/** The decrypted head: the one place that says what the vault consists of. */
export type HeadBody = {
  /** All heads before this one. */
  readonly past: HeadChain
  readonly items: ItemsDigest
  /** The apps that its owner approved, as they were then. */
  readonly rp_pins: RpPins
  /** The newest entry of the activity, which vouches for all before it. */
  readonly activity: ActivityChain
  /** The unlock record of a recovery key that its owner has not shown to have kept. */
  readonly unconfirmed_recovery?: string | undefined
} & CommonHeadFields

const FIELDS = [...COMMON_HEAD_FIELDS, 'past', 'items', 'rp_pins', 'activity'] as const
const MARKED_FIELDS = [...FIELDS, 'unconfirmed_recovery'] as const

/**
 * Encodes a head's content.
 * @throws VaultError `too_large`
 */
export function encodeHeadBody(body: HeadBody): Bytes {
  if (Object.keys(body.unlock).length > LIMITS.unlockMethods) {
    throw new VaultError('too_large', 'There are more ways to open this vault than allowed.')
  }
  const plaintext = encodePaddedJson({ sv: HEAD_SCHEMA_VERSION, ...body })
  if (plaintext.length > LIMITS.headBytes) throw new VaultError('too_large', 'The vault is full.')
  return plaintext
}

/**
 * Decodes a decrypted head. One of an older version becomes what its next write will make of it.
 * @throws VaultError `tampered`, `unsupported`, `malformed`, `too_large`
 */
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

/** The mark of an unconfirmed recovery key is there or not; everything else always is. */
function readFields(decoded: Fields): Fields<(typeof FIELDS)[number]> | Fields<(typeof MARKED_FIELDS)[number]> {
  return Object.hasOwn(decoded, 'unconfirmed_recovery')
    ? readExactFields(decoded, MARKED_FIELDS, HEAD_WHAT)
    : readExactFields(decoded, FIELDS, HEAD_WHAT)
}
