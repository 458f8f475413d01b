import { NONCE_BYTES, openBytes, sealBytes, unwrapAccountKey, WRAPPED_KEY_BYTES } from './aead.ts'
import { fromBase64url, toBase64url } from './base64url.ts'
import { type Bytes, equalBytes, type RandomBytes } from './bytes.ts'
import { VaultError } from './errors.ts'
import { type AccountKey, type AccountKeyBytes, deriveBytes, deriveKek, importRoot, type RootKey } from './keys.ts'
import { LABEL, PASSWORD_SUITE, RECORD_VERSION, SUITE } from './labels.ts'
import { lp } from './lp.ts'
import { malformed, readBase64url, readCount, readRecord, readUuid } from './parse.ts'
import { readUnlockType, type UnlockType } from './unlock-type.ts'

/** The account key, wrapped under one unlock method. On the wire, in the database and in exports. */
export type UnlockRecord = {
  readonly v: number
  readonly s: number
  readonly id: string
  readonly type: UnlockType
  readonly vault_id: string
  readonly ak_gen: number
  /** What else the key depends on: the password suite, the passkey's credential id, or nothing. */
  readonly bind: string
  readonly salt: string
  /** Commitment to the key: tells a wrong password from a damaged record, and stops multi-key ciphertexts. */
  readonly com: string
  readonly n: string
  readonly ct: string
}

/** A root secret and where it comes from: OPAQUE export key (64 bytes), PRF output (32), recovery root (32). */
export type UnlockMethod =
  | { readonly type: 'opaque'; readonly root: Bytes }
  | { readonly type: 'prf'; readonly root: Bytes; readonly credentialId: string }
  | { readonly type: 'recovery'; readonly root: Bytes }

/** Where a record belongs. All of it is authenticated. */
export type UnlockPlace = {
  readonly vaultId: string
  readonly id: string
  readonly akGen: number
}

const SALT_BYTES = 32
const COMMITMENT_BYTES = 32
const ROOT_BYTES = { opaque: 64, prf: 32, recovery: 32 } as const
const FIXED_BIND = { opaque: PASSWORD_SUITE, recovery: '' } as const
const WHAT = 'unlock record'
const FIELDS = ['v', 's', 'id', 'type', 'vault_id', 'ak_gen', 'bind', 'salt', 'com', 'n', 'ct'] as const

/**
 * Checks an unlock record from outside, field by field.
 * @throws VaultError `malformed`, `unsupported`
 */
export function readUnlockRecord(value: unknown): UnlockRecord {
  const fields = readRecord(value, FIELDS, WHAT)
  const type = readUnlockType(fields.type, WHAT)
  return {
    v: RECORD_VERSION,
    s: SUITE,
    id: readUuid(fields.id, WHAT),
    type,
    vault_id: readBase64url(fields.vault_id, 16, WHAT),
    ak_gen: readCount(fields.ak_gen, WHAT),
    bind: readBind(type, fields.bind),
    salt: readBase64url(fields.salt, SALT_BYTES, WHAT),
    com: readBase64url(fields.com, COMMITMENT_BYTES, WHAT),
    n: readBase64url(fields.n, NONCE_BYTES, WHAT),
    ct: readBase64url(fields.ct, WRAPPED_KEY_BYTES, WHAT),
  }
}

/**
 * Wraps the account key under a method's root. The record passes our own reader, so that nothing is ever written that
 * could not be opened again.
 * @throws VaultError `malformed`
 */
export async function wrapAccountKey(
  accountKey: AccountKeyBytes,
  { method, place, random }: { method: UnlockMethod; place: UnlockPlace; random: RandomBytes },
): Promise<UnlockRecord> {
  const root = await importMethodRoot(method)
  const bind = bindOf(method)
  const context = contextOf({ ...place, type: method.type, bind })
  const salt = random(SALT_BYTES)
  const kek = await deriveKek(root, salt, context)
  const sealed = await sealBytes(kek, accountKey, { aad: lp(LABEL.wrap, context, salt), random })
  return readUnlockRecord({
    v: RECORD_VERSION,
    s: SUITE,
    id: place.id,
    type: method.type,
    vault_id: place.vaultId,
    ak_gen: place.akGen,
    bind,
    salt: toBase64url(salt),
    com: toBase64url(await commitment(root, salt, context)),
    n: sealed.n,
    ct: sealed.ct,
  })
}

/**
 * Opens an unlock record: commitment first, then the key, which stays unreadable for script.
 * @throws VaultError `wrong_key` when the root is not the record's, `tampered` when the wrapped key was changed
 */
export async function unlockAccountKey(record: UnlockRecord, method: UnlockMethod): Promise<AccountKey> {
  const { kek, aad } = await openRecord(record, method)
  return unwrapAccountKey(kek, record, aad)
}

/**
 * Opens an unlock record to bytes, so that the key can be wrapped for another method. The caller wipes them.
 * @throws VaultError `wrong_key`, `tampered`
 */
export async function revealAccountKey(record: UnlockRecord, method: UnlockMethod): Promise<AccountKeyBytes> {
  const { kek, aad } = await openRecord(record, method)
  return (await openBytes(kek, record, aad)) as AccountKeyBytes
}

/** The `bind` of a record for this method. */
export function bindOf(method: UnlockMethod): string {
  return method.type === 'prf' ? method.credentialId : FIXED_BIND[method.type]
}

async function openRecord(record: UnlockRecord, method: UnlockMethod) {
  const root = await importMethodRoot(method)
  const salt = fromBase64url(record.salt)
  const context = contextOf({ ...record, vaultId: record.vault_id, akGen: record.ak_gen })
  if (!equalBytes(await commitment(root, salt, context), fromBase64url(record.com))) {
    throw new VaultError('wrong_key', 'That does not open this vault.')
  }
  return { kek: await deriveKek(root, salt, context), aad: lp(LABEL.wrap, context, salt) }
}

function contextOf({ vaultId, id, type, akGen, bind }: UnlockPlace & { type: UnlockType; bind: string }): Bytes {
  return lp(LABEL.unlock, SUITE, fromBase64url(vaultId), id, type, akGen, bind)
}

async function commitment(root: RootKey, salt: Bytes, context: Bytes): Promise<Bytes> {
  return deriveBytes(root, salt, lp(LABEL.kekCommit, context), COMMITMENT_BYTES)
}

/** Some authenticators answer a PRF request with zeros; a key from that would be a public constant. */
async function importMethodRoot({ type, root }: UnlockMethod): Promise<RootKey> {
  if (root.length !== ROOT_BYTES[type] || root.every((byte) => byte === 0)) throw malformed('unlock secret')
  return importRoot(root)
}

function readBind(type: UnlockType, value: unknown): string {
  if (type === 'prf') return readBase64url(value, isCredentialIdLength, WHAT)
  if (value !== FIXED_BIND[type]) throw malformed(WHAT)
  return FIXED_BIND[type]
}

/** WebAuthn Level 3 §4: a credential id has at least 16 and at most 1023 bytes. */
function isCredentialIdLength(length: number): boolean {
  return length >= 16 && length <= 1023
}
