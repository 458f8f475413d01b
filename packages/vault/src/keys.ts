import { type Bytes, utf8 } from './bytes.ts'
import { LABEL, PRF_LABEL } from './labels.ts'
import { lp } from './lp.ts'

/** WebCrypto's key type; not every type library declares `CryptoKey` globally. */
type WebCryptoKey = Awaited<ReturnType<typeof crypto.subtle.unwrapKey>>

declare const purpose: unique symbol
declare const accountKeyBytes: unique symbol
type KeyFor<Purpose extends string> = WebCryptoKey & { readonly [purpose]: Purpose }

/** A root secret (export key, PRF output, recovery root) for HKDF. */
export type RootKey = KeyFor<'root'>
/** Wraps the account key under one unlock method. */
export type KeyEncryptionKey = KeyFor<'kek'>
/** Non-extractable HKDF input: derives sub-keys and nothing else. */
export type AccountKey = KeyFor<'account'>
/** The account key in the clear: during one call, when it is made or wrapped. */
export type AccountKeyBytes = Bytes & { readonly [accountKeyBytes]: true }
export type HeadKey = KeyFor<'head'>
/** Wraps every item's content key. */
export type ItemsKey = KeyFor<'items'>
export type ActivityKey = KeyFor<'activity'>
export type ContentKey = KeyFor<'content'>

const NO_SALT = new Uint8Array(0)
const AES_256 = { name: 'AES-GCM', length: 256 } as const

export async function importRoot(root: Bytes): Promise<RootKey> {
  return (await crypto.subtle.importKey('raw', root, 'HKDF', false, ['deriveKey', 'deriveBits'])) as RootKey
}

/** Only for a new account key: opening a vault unwraps the key unseen. */
export async function importAccountKey(bytes: AccountKeyBytes): Promise<AccountKey> {
  return (await crypto.subtle.importKey('raw', bytes, 'HKDF', false, ['deriveKey'])) as AccountKey
}

export async function importContentKey(bytes: Bytes): Promise<ContentKey> {
  return (await crypto.subtle.importKey('raw', bytes, AES_256, false, ['encrypt'])) as ContentKey
}

type Derivation = { readonly salt: Bytes; readonly info: Bytes; readonly lengthBytes: number }

export async function deriveBytes(root: RootKey, { salt, info, lengthBytes }: Derivation): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.deriveBits(hkdf(salt, info), root, lengthBytes * 8))
}

export async function deriveKek(root: RootKey, salt: Bytes, context: Bytes): Promise<KeyEncryptionKey> {
  const params = hkdf(salt, lp(LABEL.kek, context))
  const usages = ['encrypt', 'decrypt', 'unwrapKey'] as const
  return (await crypto.subtle.deriveKey(params, root, AES_256, false, [...usages])) as KeyEncryptionKey
}

export type VaultKeys = {
  readonly head: HeadKey
  readonly items: ItemsKey
  readonly activity: ActivityKey
}

/** One key per purpose: a head can never be read as a wrapped key, or the reverse. */
export async function deriveVaultKeys(account: AccountKey): Promise<VaultKeys> {
  const paramsOf = (label: string) => hkdf(NO_SALT, lp(label))
  const [head, items, activity] = await Promise.all([
    crypto.subtle.deriveKey(paramsOf(LABEL.headKey), account, AES_256, false, ['encrypt', 'decrypt']),
    crypto.subtle.deriveKey(paramsOf(LABEL.itemsKey), account, AES_256, false, ['encrypt', 'unwrapKey']),
    crypto.subtle.deriveKey(paramsOf(LABEL.activityKey), account, AES_256, false, ['encrypt', 'decrypt']),
  ])
  return { head: head as HeadKey, items: items as ItemsKey, activity: activity as ActivityKey }
}

/** As bytes, for the next account key's head. The caller wipes them. */
export async function deriveActivityKeyBytes(account: AccountKeyBytes): Promise<Bytes> {
  return deriveBytes(await importRoot(account), { salt: NO_SALT, info: lp(LABEL.activityKey), lengthBytes: 32 })
}

/** Opens old entries; seals none. */
export async function importPastActivityKey(bytes: Bytes): Promise<ActivityKey> {
  return (await crypto.subtle.importKey('raw', bytes, AES_256, false, ['decrypt'])) as ActivityKey
}

export async function prfInput(): Promise<Bytes> {
  return hashBytes(utf8(PRF_LABEL))
}

export async function hashBytes(bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
}

function hkdf(salt: Bytes, info: Bytes) {
  return { name: 'HKDF', hash: 'SHA-256', salt, info }
}
