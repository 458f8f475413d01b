import { fullNameOf, valuesOf } from '../claims/claim-items.ts'
import type { DeviceStorage } from '../device-storage.ts'
import type { KnownMethod, StoredSession } from '../session-storage.ts'
import { isContinuing } from './current-session.ts'
import type { KeptSessions } from './kept-sessions.ts'
import { keyInForce } from './replaced-recovery-key.ts'
import type { DeviceState, OpenSession } from './state.ts'

/** Remembers each change at once: a call may fail or the page close. `remembered`: false if a newer memory prevails. */
export function createDeviceState(
  storage: DeviceStorage,
  sessions: KeptSessions,
): { state: DeviceState; remembered: () => Promise<boolean> } {
  let session: OpenSession | undefined
  let kept = ''
  let lastHash = ''
  let isAll = true
  let keeping = Promise.resolve()

  const remember = (open: OpenSession) => {
    const described = describeSession(open)
    if (described) keeping = keeping.then(() => sessions.keep(described))
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
      if (await isContinuing(storage, { userId, vault, inPlaceOf })) await storage.keep(memory)
      else if (isNew) isAll = false
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
