import { openBytes, sealBytes, unwrapAccountKey } from './aead.ts'
import { fromBase64url, toBase64url } from './base64url.ts'
import { type Bytes, equalBytes, type RandomBytes } from './bytes.ts'
import { VaultError } from './errors.ts'
import { type AccountKey, type AccountKeyBytes, deriveBytes, deriveKek, importRoot, type RootKey } from './keys.ts'
import { LABEL, RECORD_VERSION, SUITE } from './labels.ts'
import { lp } from './lp.ts'
import { malformed } from './parse.ts'
import { COMMITMENT_BYTES, SALT_BYTES, UNLOCK_RECORD, type UnlockRecord } from './records.ts'
import { bindingOf, type UnlockBinding, type UnlockMethod } from './unlock-method.ts'

export type UnlockRecordIds = {
  readonly vaultId: string
  readonly id: string
  readonly akGen: number
}

const ROOT_BYTES = { opaque: 64, prf: 32, recovery: 32 } as const

/** Validates with our own reader, so that it can be opened again. @throws VaultError `malformed` */
export async function wrapAccountKey(
  accountKey: AccountKeyBytes,
  { method, ids, random }: { method: UnlockMethod; ids: UnlockRecordIds; random: RandomBytes },
): Promise<UnlockRecord> {
  const root = await importMethodRoot(method)
  const binding = bindingOf(method)
  const context = contextOf({ ...ids, ...binding })
  const salt = random(SALT_BYTES)
  const kek = await deriveKek(root, salt, context)
  const sealed = await sealBytes(kek, accountKey, { aad: lp(LABEL.wrap, context, salt), random })
  return UNLOCK_RECORD.read({
    v: RECORD_VERSION,
    s: SUITE,
    id: ids.id,
    type: binding.type,
    vault_id: ids.vaultId,
    ak_gen: ids.akGen,
    bind: binding.bind,
    salt: toBase64url(salt),
    com: toBase64url(await commitment(root, salt, context)),
    n: sealed.n,
    ct: sealed.ct,
  })
}

/** Unwraps into a non-extractable key. @throws VaultError `wrong_key` for another root, `tampered` */
export async function unlockAccountKey(record: UnlockRecord, method: UnlockMethod): Promise<AccountKey> {
  const { kek, aad } = await openRecord(record, method)
  return unwrapAccountKey(kek, record, aad)
}

/** To wrap for another method. The caller wipes the bytes. @throws VaultError `wrong_key`, `tampered` */
export async function revealAccountKey(record: UnlockRecord, method: UnlockMethod): Promise<AccountKeyBytes> {
  const { kek, aad } = await openRecord(record, method)
  return (await openBytes(kek, record, aad)) as AccountKeyBytes
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

function contextOf({ vaultId, id, type, akGen, bind }: UnlockRecordIds & UnlockBinding): Bytes {
  return lp(LABEL.unlock, SUITE, fromBase64url(vaultId), id, type, akGen, bind)
}

async function commitment(root: RootKey, salt: Bytes, context: Bytes): Promise<Bytes> {
  return deriveBytes(root, { salt, info: lp(LABEL.kekCommit, context), lengthBytes: COMMITMENT_BYTES })
}

/** Some authenticators answer a PRF request with zeros, which would give a public key. */
async function importMethodRoot({ type, root }: UnlockMethod): Promise<RootKey> {
  if (root.length !== ROOT_BYTES[type] || root.every((byte) => byte === 0)) throw malformed('unlock secret')
  return importRoot(root)
}
