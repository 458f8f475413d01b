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
}

/** A session that outlives its page. Its token is of no use without the key pair, which cannot leave the device. */
export type KeptSession = KnownPerson & { readonly token: string }

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
  /** Keeps these keys unless others are there, in one step, and answers those that are kept. Fails where nothing can be. */
  readonly addKeys: (made: DeviceKeys) => Promise<DeviceKeys>
  /** Keeps a session where its keys are still those that are kept, in one step: what was forgotten stays so. */
  readonly keep: (kept: DeviceSession) => Promise<void>
  readonly forget: () => Promise<void>
}

/** Keeps a session for as long as the process runs. */
export function createMemorySessions(): SessionStorage {
  let kept: DeviceSession | undefined
  return {
    read: async () => kept,
    addKeys: async (keys) => {
      kept ??= { keys }
      return kept.keys
    },
    keep: async (next) => {
      if (kept?.keys.id === next.keys.id) kept = next
    },
    forget: async () => {
      kept = undefined
    },
  }
}
