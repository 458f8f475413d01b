import type { DeviceContext, OpenSession } from '../device-context.ts'
import { valuesOf } from '../entries/claim-items.ts'
import type { DeviceKeys, KeptSession, KnownMethod, SessionStorage } from '../session-storage.ts'

/** The session of this device, whether its vault is open or not, and the key that it is bound to. */
export type KeptSessions = {
  readonly read: () => Promise<KeptSession | undefined>
  /** The key pair of this device, made at the first use; undefined where none can be kept, so that no session is bound. */
  readonly keys: () => Promise<DeviceKeys | undefined>
  /** Keeps an open session, so that the next page knows it. */
  readonly keep: (session: OpenSession) => Promise<void>
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
  const makeKeys = async () => {
    const made = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])
    await storage?.keep({ keys: made })
    return made
  }

  return {
    read: readStored,
    async keys() {
      if (!storage) return undefined
      if (!keys) await readStored()
      keys ??= await makeKeys().catch(() => undefined)
      return keys
    },
    async keep(open) {
      const session = toKept(open)
      const text = JSON.stringify(session)
      if (!storage || !keys || !session || text === kept) return
      kept = text
      // The page goes on without it: then this is a session that ends with it.
      await storage.keep({ keys, session }).catch(() => undefined)
    },
    async forget() {
      keys = undefined
      kept = ''
      await storage?.forget()
    },
  }
}

/** A session from a recovery key is for one errand: it is not kept. */
function toKept({ userId, token, method, unlock, unlockId, login, vault }: OpenSession): KeptSession | undefined {
  const record = unlock.find(({ id }) => id === unlockId)
  const known = record && toMethod(record, login)
  const { name = login } = valuesOf(vault.items)
  return method === 'recovery' || !known ? undefined : { userId, token, name, method: known }
}

function toMethod({ type, bind }: OpenSession['unlock'][number], login: string | undefined): KnownMethod | undefined {
  if (type === 'prf') return { type: 'passkey', credentialId: bind }
  return login === undefined ? undefined : { type: 'password', login }
}

/** Goes on with the session that another window of this device has begun for the same person, in place of this one's. */
export async function findNewerToken(
  { state, sessions }: Pick<DeviceContext, 'state' | 'sessions'>,
  token: string,
): Promise<string | undefined> {
  const { session } = state
  const kept = await sessions.read()
  if (session?.token !== token || kept?.userId !== session.userId || kept.token === token) return undefined
  state.session = { ...session, token: kept.token }
  return kept.token
}
