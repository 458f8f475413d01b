/** How a person unlocks on this device. */
export type KnownMethod =
  | { readonly type: 'passkey'; readonly credentialId: string }
  | { readonly type: 'password'; readonly login: string }

/** Owner of a kept session: visible to a page while the vault is locked. */
export type KnownPerson = {
  readonly userId: string
  /** The name in the vault, or the login name. */
  readonly name?: string | undefined
  readonly method: KnownMethod
  /** ISO 8601: when the session began. Of two that windows began at once core ended the earlier. */
  readonly since: string
  /** Recent releases on this device, newest first; holds no app names and no values. */
  readonly shared?: readonly SharedBefore[] | undefined
}

/** A past release. A page may show it before the vault is open; only the vault decides. */
export type SharedBefore = {
  /** As the provider tells one such request from another. */
  readonly asked: string
  /** The names of the claims. */
  readonly claims: readonly string[]
  /** Whether they were encrypted for the app alone. */
  readonly isSealed: boolean
}

/** A session that outlives its page. Its token is useless without the non-extractable key pair. */
export type StoredSession = KnownPerson & {
  readonly token: string
}

/** The key pair of a device; the private half cannot be taken out. */
export type DeviceKeys = {
  /** Identifies the pair, since storage returns copies. */
  readonly id: string
  readonly privateKey: WebCryptoKey
  readonly publicKey: WebCryptoKey
}

type WebCryptoKey = Parameters<typeof crypto.subtle.sign>[1]

/** The key of a device, and the session that is bound to it. */
export type DeviceSession = {
  readonly keys: DeviceKeys
  readonly session?: StoredSession | undefined
}

/** Storage of a device's session: IndexedDB or a map. Must store the key pair as `CryptoKey`s, not bytes. */
export type SessionStorage = {
  /** Fails where it cannot be read: that is not the same as nothing there. */
  readonly read: () => Promise<DeviceSession | undefined>
  /** Atomically stores and returns the result of `change`; undefined changes nothing. Throws if storage is unavailable. */
  readonly update: (change: StorageChange) => Promise<DeviceSession | undefined>
  readonly forget: () => Promise<void>
}

export type StorageChange = (kept: DeviceSession | undefined) => DeviceSession | undefined

/** Keeps a session for as long as the process runs. */
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
