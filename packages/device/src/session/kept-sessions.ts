import type { DeviceKeys, KeptSession, SessionStorage, SharedBefore, StorageChange } from '../session-storage.ts'

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
  /** Keeps beside the session of this person what an app was given last; nothing, where it is to be asked for anew. */
  readonly noteShared: (userId: string, shared: SharedBefore | { readonly asked: string }) => Promise<void>
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
    if (stored) return stored.keys
    const made = { keys: await makeKeys() }
    return (await from.update((there) => there ?? made))?.keys
  }
  // The page goes on without it: then this is a session that ends with it.
  const update = async (change: StorageChange) => void (await storage?.update(change).catch(() => undefined))

  return {
    read: readStored,
    async keys({ begins }) {
      if (storage && (begins || !keys)) keys = await findOrMakeKeys(storage).catch(() => undefined)
      return keys
    },
    async keep(session) {
      const text = JSON.stringify(session)
      if (!keys || text === kept) return
      kept = text
      await update(withSession(keys, session))
    },
    noteShared: async (userId, shared) => update(withShared(userId, shared)),
    async forget() {
      keys = undefined
      kept = ''
      // Where it cannot be reached, nothing was kept.
      await storage?.forget().catch(() => undefined)
    },
  }
}

/** What was forgotten stays so, and what began later. What apps were given is of one person. */
function withSession(keys: DeviceKeys, session: KeptSession): StorageChange {
  return (kept) => {
    if (keys.id !== kept?.keys.id || session.since < (kept.session?.since ?? '')) return undefined
    const shared = kept.session?.userId === session.userId ? kept.session.shared : undefined
    return { keys, session: { ...session, shared } }
  }
}

const SHARED = 32

function withShared(userId: string, now: SharedBefore | { readonly asked: string }): StorageChange {
  return (kept) => {
    if (kept?.session?.userId !== userId) return undefined
    const others = (kept.session.shared ?? []).filter(({ asked }) => asked !== now.asked)
    const shared = 'claims' in now ? [now, ...others].slice(0, SHARED) : others
    return { ...kept, session: { ...kept.session, shared } }
  }
}

async function makeKeys(): Promise<DeviceKeys> {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])
  return { ...pair, id: crypto.randomUUID() }
}
