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
export type KeptSession = KnownPerson & {
  readonly token: string
  /** ISO 8601: when it began. Of two that windows began at once core ended the earlier. */
  readonly since: string
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
  /** Keeps these keys unless others are there, in one step, and answers those that are kept. Fails where nothing can be. */
  readonly addKeys: (made: DeviceKeys) => Promise<DeviceKeys>
  /** Keeps a session in one step, where `supersedes` says so. */
  readonly keep: (kept: DeviceSession) => Promise<void>
  readonly forget: () => Promise<void>
}

/** Whether a session takes the place of what is kept: what was forgotten stays so, and what began later. */
export function supersedes({ keys, session }: DeviceSession, kept: DeviceSession | undefined): boolean {
  const { since = '' } = kept?.session ?? {}
  return keys.id === kept?.keys.id && (session?.since ?? '') >= since
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
      if (supersedes(next, kept)) kept = next
    },
    forget: async () => {
      kept = undefined
    },
  }
}
