import type { DeviceKeys, KeptSession, SessionStorage } from '../session-storage.ts'

/** The session of this device, whether its vault is open or not, and the key that it is bound to. */
export type KeptSessions = {
  readonly read: () => Promise<KeptSession | undefined>
  /**
   * The key pair of this device, made at the first use; undefined where none can be kept, so that no session is bound. One
   * that begins is bound to what is kept now: another page may have signed out.
   */
  readonly keys: (use: { readonly begins: boolean }) => Promise<DeviceKeys | undefined>
  /** Keeps it for the next page, unless another one has signed out meanwhile. */
  readonly keep: (session: KeptSession) => Promise<void>
  /** The key too: the next session has nothing in common with this one. */
  readonly forget: () => Promise<void>
}

/** @param storage undefined for a device whose sessions end with it */
export function createKeptSessions(storage: SessionStorage | undefined): KeptSessions {
  let keys: DeviceKeys | undefined
  let kept = ''

  const readStored = async () => {
    const stored = await storage?.read().catch(() => undefined)
    keys = stored?.keys ?? keys
    return stored?.session
  }
  const findOrMakeKeys = async (from: SessionStorage) => {
    const stored = await from.read()
    return stored?.keys ?? from.addKeys(await makeKeys())
  }

  return {
    read: readStored,
    async keys({ begins }) {
      if (storage && (begins || !keys)) keys = await findOrMakeKeys(storage).catch(() => undefined)
      return keys
    },
    async keep(session) {
      const text = JSON.stringify(session)
      if (!storage || !keys || text === kept) return
      kept = text
      // The page goes on without it: then this is a session that ends with it.
      await storage.keep({ keys, session }).catch(() => undefined)
    },
    async forget() {
      keys = undefined
      kept = ''
      // Where it cannot be reached, nothing was kept.
      await storage?.forget().catch(() => undefined)
    },
  }
}

async function makeKeys(): Promise<DeviceKeys> {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])
  return { ...pair, id: crypto.randomUUID() }
}
