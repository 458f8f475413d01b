import type { DeviceState, OpenSession } from './device-context.ts'
import type { DeviceStorage } from './device-storage.ts'
import { describeKeptSession } from './session/describe-kept-session.ts'
import type { KeptSessions } from './session/kept-sessions.ts'
import { isContinuing } from './session/known-vault.ts'
import { findRecoveryKey } from './session/replaced-recovery-key.ts'

/**
 * The state of a device that nobody has signed in on. What its session has seen and written is remembered the moment
 * that it changes: after a write a call may still fail, or the page be left, and what was written must not be taken back
 * unnoticed. `remembered` waits for that, and says whether all of it is.
 */
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
    const described = describeKeptSession(open)
    if (described) keeping = keeping.then(() => sessions.keep(described))
    rememberVault(open)
  }
  const rememberVault = ({ userId, vault, unlock, firstUse, inPlaceOf, deviceToken }: OpenSession) => {
    const recoveryKey = findRecoveryKey(unlock)
    const memory = { userId, memory: vault.memory, firstUse, inPlaceOf, deviceToken, recoveryKey }
    const text = JSON.stringify(memory)
    if (text === kept) return
    kept = text
    const isNew = vault.memory.hash !== lastHash
    lastHash = vault.memory.hash
    const keep = async () => {
      // A tab that was shown another history, or an older one, does not make the others forget theirs.
      if (await isContinuing(storage, { userId, vault, inPlaceOf })) await storage.keep(memory)
      else if (isNew) isAll = false
    }
    keeping = keeping.then(keep).catch(() => {
      // The call goes on, whatever became of the memory; the next change is kept again.
      kept = ''
    })
  }
  const state: DeviceState = {
    get session() {
      return session
    },
    set session(next: OpenSession | undefined) {
      if (next?.userId !== session?.userId) {
        forgetRecoveryKeys(state)
        state.offer = undefined
      }
      session = next
      // An older vault that the log does not say was accepted is not what this device knows: who leaves is asked again.
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

/** Those of one person are nobody else's. */
function forgetRecoveryKeys(state: DeviceState): void {
  state.firstRecoveryKey = undefined
  state.recoveryKey = undefined
}
