/** How a person unlocks on this device. */
export type KnownMethod =
  | { readonly type: 'passkey'; readonly credentialId: string }
  | { readonly type: 'password'; readonly login: string }

/** Whose session it is: what a page may see of it while the vault is locked. */
export type KnownPerson = {
  readonly userId: string
  /** The name in the vault, or the login name. */
  readonly name?: string | undefined
  readonly method: KnownMethod
  /** ISO 8601: when the session began. Of two that windows began at once core ended the earlier. */
  readonly since: string
  /** What apps were given here last, newest first. Of no app the name, and no value. */
  readonly shared?: readonly SharedBefore[] | undefined
}

/** What was given to an app that asked so. A page may say it before the vault is open; the vault alone decides. */
export type SharedBefore = {
  /** As the provider tells one such request from another. */
  readonly asked: string
  /** The names of the claims. */
  readonly claims: readonly string[]
  /** Whether they were encrypted for the app alone. */
  readonly isSealed: boolean
}

/** A session that outlives its page. Its token is of no use without the key pair, which cannot leave the device. */
export type KeptSession = KnownPerson & {
  readonly token: string
}

/** The key pair of a device; the private half cannot be taken out. */
export type DeviceKeys = {
  /** Tells one pair from another, since what is stored is a copy. */
  readonly id: string
  readonly privateKey: WebCryptoKey
  readonly publicKey: WebCryptoKey
}

type WebCryptoKey = Parameters<typeof crypto.subtle.sign>[1]

/** The key of a device, and the session that is bound to it. */
export type DeviceSession = {
  readonly keys: DeviceKeys
  readonly session?: KeptSession | undefined
}

/** Where a device keeps its session: IndexedDB, a map. It must store the key pair as it is, without its bytes. */
export type SessionStorage = {
  /** Fails where it cannot be read: that is not the same as nothing there. */
  readonly read: () => Promise<DeviceSession | undefined>
  /** Keeps what becomes of what is kept, in one step, and answers it; undefined changes nothing. Fails where nothing can be. */
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
