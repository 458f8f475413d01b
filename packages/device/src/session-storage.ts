export type KnownMethod =
  | { readonly type: 'passkey'; readonly credentialId: string }
  | { readonly type: 'password'; readonly login: string }

/** The owner of a kept session, visible to a page while the vault is locked. */
export type KnownPerson = {
  readonly userId: string
  /** The name in the vault, the one typed at sign-up, or the login name. */
  readonly name?: string | undefined
  readonly method: KnownMethod
  /** ISO 8601: when the session began. If two windows began one each, core ended the earlier. */
  readonly since: string
  /** Claims that apps get again with one gesture, newest first; no app names and no values, but the names of issuers. */
  readonly shared?: readonly SharedBefore[] | undefined
}

/** A page may show it before the vault is open; only the vault decides. */
export type SharedBefore = {
  /** The provider's digest of such requests. */
  readonly asked: string
  readonly claims: readonly string[]
  /** The issuers' names, by claim of a credential. */
  readonly issuers: Readonly<Record<string, string>>
  /** Whether they were encrypted to the app. */
  readonly isSealed: boolean
  /** Claims that the app has asked for and the vault holds by now. */
  readonly possible: readonly string[]
  /** ISO 8601: when a credential or a verification among them expires. */
  readonly until?: string | undefined
}

/** Outlives its page. The token is useless without the non-extractable key. */
export type StoredSession = KnownPerson & {
  readonly token: string
  /** Typed on this device, also where a passkey unlocks. */
  readonly login?: string | undefined
  readonly greeting?: string | undefined
}

/** The private key is non-extractable. */
export type DeviceKeys = {
  /** Identifies the pair, since storage returns copies. */
  readonly id: string
  readonly privateKey: WebCryptoKey
  readonly publicKey: WebCryptoKey
}

type WebCryptoKey = Parameters<typeof crypto.subtle.sign>[1]

export type DeviceSession = {
  readonly keys: DeviceKeys
  readonly session?: StoredSession | undefined
}

/** IndexedDB or a map. Must store the key pair as `CryptoKey`s, not bytes. */
export type SessionStorage = {
  /** Throws if unreadable, which is not the same as empty. */
  readonly read: () => Promise<DeviceSession | undefined>
  /** Stores the result of `change` atomically; undefined changes nothing. Throws if storage is unavailable. */
  readonly update: (change: StorageChange) => Promise<DeviceSession | undefined>
  readonly forget: () => Promise<void>
}

export type StorageChange = (kept: DeviceSession | undefined) => DeviceSession | undefined

export function createMemorySessions(): SessionStorage {
  let kept: DeviceSession | undefined
  return {
    read: async () => kept,
    update: async (change) => {
      kept = change(kept) ?? kept
      return kept
    },
    forget: async () => {
      kept = undefined
    },
  }
}
