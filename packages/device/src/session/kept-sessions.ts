import type { SessionKeyPairs } from '../api/session-proof.ts'
import type { DeviceKeys, SessionStorage, StorageChange, StoredSession } from '../session-storage.ts'

export type KeptSessions = ReturnType<typeof createKeptSessions>

/** Without `storage`, sessions end with the device. */
export function createKeptSessions(storage: SessionStorage | undefined) {
  let known: { readonly token: string; readonly keys: DeviceKeys } | undefined
  let begun: SessionKeyPairs | undefined
  let kept = ''

  const begin = async (at: SessionStorage): Promise<SessionKeyPairs> => {
    const keys = await makeKeys()
    const stored = await at.update((there) => there ?? { keys })
    return { keys, former: stored?.session && stored.keys }
  }
  // Best effort: without storage, the session ends with the page.
  const update = async (change: StorageChange) => storage?.update(change).catch(() => undefined)

  return {
    async read() {
      const stored = await storage?.read().catch(() => undefined)
      if (stored?.session) known = { token: stored.session.token, keys: stored.keys }
      return stored?.session
    },
    async keysFor(token: string | undefined): Promise<SessionKeyPairs | undefined> {
      if (token !== undefined && token === known?.token) return known
      if (storage && (token === undefined || !begun)) begun = await begin(storage).catch(() => undefined)
      return begun
    },
    /** Keeps it for the next page, unless another page signed out meanwhile. */
    async keep(session: StoredSession) {
      const { token } = session
      const text = JSON.stringify(session)
      const isKnown = token === known?.token
      const keys = isKnown ? known?.keys : begun?.keys
      if (!keys || text === kept) return
      kept = text
      known = { token, keys }
      await update(withSession(session, { keys, isNew: !isKnown, replaced: isKnown ? keys : begun?.former }))
    },
    /** Also forgets the key: the next session has nothing in common with this one. */
    async forget() {
      known = undefined
      begun = undefined
      kept = ''
      await storage?.forget().catch(() => undefined)
    },
  }
}

type KeysOfSession = Pick<SessionKeyPairs, 'keys'> & {
  readonly isNew: boolean
  /** Keys of the session that was kept when this one began. */
  readonly replaced: DeviceKeys | undefined
}

/** Never restores a forgotten session or overwrites a later one. Without `shared`, keeps that of the same user. */
function withSession(session: StoredSession, { keys, isNew, replaced }: KeysOfSession): StorageChange {
  return (kept) => {
    const isForgotten = kept === undefined || (!isNew && kept.keys.id !== keys.id)
    if (isForgotten) return undefined
    // Core's times order only sessions that two windows began at once.
    const isRival = kept.session !== undefined && kept.keys.id !== replaced?.id
    if (isRival && Date.parse(session.since) < Date.parse(kept.session?.since ?? '')) return undefined
    const before = kept.session?.userId === session.userId ? kept.session.shared : undefined
    return { keys, session: { ...session, shared: session.shared ?? before } }
  }
}

async function makeKeys(): Promise<DeviceKeys> {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])
  return { ...pair, id: crypto.randomUUID() }
}
