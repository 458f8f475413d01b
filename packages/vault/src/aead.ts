import { fromBase64url, toBase64url } from './base64url.ts'
import type { Bytes, RandomBytes } from './bytes.ts'
import { VaultError } from './errors.ts'
import type { AccountKey, ActivityKey, ContentKey, HeadKey, ItemsKey, KeyEncryptionKey } from './keys.ts'

/** AES-256-GCM output: nonce, and ciphertext with its tag, base64url. */
export type SealedBytes = {
  readonly n: string
  readonly ct: string
}

export const NONCE_BYTES = 12
export const TAG_BYTES = 16
export const KEY_BYTES = 32
export const WRAPPED_KEY_BYTES = KEY_BYTES + TAG_BYTES

export async function sealBytes(
  key: KeyEncryptionKey | ItemsKey | HeadKey | ActivityKey | ContentKey,
  plaintext: Bytes,
  { aad, random }: { aad: Bytes; random: RandomBytes },
): Promise<SealedBytes> {
  const nonce = random(NONCE_BYTES)
  const ciphertext = await crypto.subtle.encrypt(gcm(nonce, aad), key, plaintext)
  return { n: toBase64url(nonce), ct: toBase64url(new Uint8Array(ciphertext)) }
}

/** @throws VaultError `tampered` for every failure */
export async function openBytes(
  key: KeyEncryptionKey | HeadKey | ActivityKey | ContentKey,
  sealed: SealedBytes,
  aad: Bytes,
): Promise<Bytes> {
  const decrypted = crypto.subtle.decrypt(gcm(fromBase64url(sealed.n), aad), key, fromBase64url(sealed.ct))
  return new Uint8Array(await orTampered(decrypted))
}

/** Unwraps straight into a non-extractable key: the bytes never exist in script. @throws VaultError `tampered` */
export async function unwrapAccountKey(kek: KeyEncryptionKey, sealed: SealedBytes, aad: Bytes): Promise<AccountKey> {
  const [nonce, ciphertext] = [fromBase64url(sealed.n), fromBase64url(sealed.ct)]
  const unwrapped = crypto.subtle.unwrapKey('raw', ciphertext, kek, gcm(nonce, aad), 'HKDF', false, ['deriveKey'])
  return (await orTampered(unwrapped)) as AccountKey
}

/** For decryption only. @throws VaultError `tampered` */
export async function unwrapContentKey(key: ItemsKey, sealed: SealedBytes, aad: Bytes): Promise<ContentKey> {
  const [nonce, ciphertext] = [fromBase64url(sealed.n), fromBase64url(sealed.ct)]
  const unwrapped = crypto.subtle.unwrapKey('raw', ciphertext, key, gcm(nonce, aad), 'AES-GCM', false, ['decrypt'])
  return (await orTampered(unwrapped)) as ContentKey
}

/** The one error of all decryption failures: a reason would be an oracle. */
export function tampered(): VaultError {
  return new VaultError('tampered', 'A part of the vault was changed or damaged and cannot be opened.')
}

async function orTampered<Result>(operation: Promise<Result>): Promise<Result> {
  try {
    return await operation
  } catch {
    throw tampered()
  }
}

function gcm(nonce: Bytes, aad: Bytes) {
  return { name: 'AES-GCM', iv: nonce, additionalData: aad, tagLength: TAG_BYTES * 8 }
}
