import { fullNameOf, valuesOf } from '../claims/claim-items.ts'
import type { DeviceStorage } from '../device-storage.ts'
import type { KnownMethod, SharedBefore, StoredSession } from '../session-storage.ts'
import { isContinuing } from './current-session.ts'
import type { KeptSessions } from './kept-sessions.ts'
import { noteFirstOpen } from './own-events.ts'
import { keyInForce } from './replaced-recovery-key.ts'
import type { DeviceState, OpenSession } from './state.ts'

type Kept = {
  readonly storage: DeviceStorage
  readonly sessions: KeptSessions
  /** Claims that apps get again with one gesture. */
  readonly findShared: (session: OpenSession) => Promise<readonly SharedBefore[]>
}

/** Remembers each change at once: a call may fail or the page close. `remembered`: false if a newer memory prevails. */
export function createDeviceState({ storage, sessions, findShared }: Kept): {
  state: DeviceState
  remembered: () => Promise<boolean>
} {
  let session: OpenSession | undefined
  let kept = ''
  let lastHash = ''
  let isAll = true
  let keeping = Promise.resolve()

  const remember = (open: OpenSession) => {
    keeping = keeping.then(() => keepSession({ storage, sessions, findShared }, open))
    rememberVault(open)
  }
  const rememberVault = ({ userId, vault, unlock, firstUse, inPlaceOf, deviceToken }: OpenSession) => {
    const memory = { userId, memory: vault.memory, firstUse, inPlaceOf, deviceToken, recoveryKey: keyInForce(unlock) }
    const text = JSON.stringify(memory)
    if (text === kept) return
    kept = text
    const isNew = vault.memory.hash !== lastHash
    lastHash = vault.memory.hash
    const keep = async () => {
      // A tab with an older or forked view must not overwrite the memory of others.
      if (await isContinuing(storage, { userId, vault, inPlaceOf })) {
        await noteFirstOpen({ storage }, userId, vault.activityCount)
        await storage.keep(memory)
      } else if (isNew) isAll = false
    }
    keeping = keeping.then(keep).catch(() => {
      // The call goes on; the next change is kept again.
      kept = ''
    })
  }
  const state: DeviceState = {
    arrival: { at: 'start' },
    steps: {},
    get session() {
      return session
    },
    set session(next: OpenSession | undefined) {
      if (next?.userId !== session?.userId) state.steps = {}
      session = next
      // Until the log says that an older vault was accepted, leaving must not make it the known one.
      if (next && !next.unlogged) remember(next)
    },
  }
  const remembered = async () => {
    await keeping
    const wasAll = isAll
    isAll = true
    return wasAll
  }
  return { state, remembered }
}

/** A tab with an older view than the device has leaves alone what another tab said of the next return. */
async function keepSession({ storage, sessions, findShared }: Kept, session: OpenSession): Promise<void> {
  const described = describeSession(session)
  if (!described) return
  const isCurrent = await isContinuing(storage, session).catch(() => false)
  const shared = isCurrent ? await findShared(session).catch(() => []) : undefined
  await sessions.keep({ ...described, shared })
}

/** Never keeps an unbound session, which works for any reader of its token, nor one from a recovery key. */
function describeSession(session: OpenSession): StoredSession | undefined {
  const { userId, token, boundSince, method, unlock, unlockId, login, greeting, vault } = session
  const record = unlock.find(({ id }) => id === unlockId)
  const known = record && toMethod(record, login)
  const name = fullNameOf(valuesOf(vault.items)) ?? greeting ?? login
  if (boundSince === undefined || method === 'recovery' || !known) return undefined
  return { userId, token, since: boundSince, name, method: known, login, greeting }
}

function toMethod({ type, bind }: OpenSession['unlock'][number], login: string | undefined): KnownMethod | undefined {
  if (type === 'prf') return { type: 'passkey', credentialId: bind }
  return login === undefined ? undefined : { type: 'password', login }
}
