import { requireContinuity, VaultError, type VaultMemory } from '@countersign/vault'
import type { DeviceState, OpenSession } from './device-context.ts'
import { type DeviceStorage, findOwn } from './device-storage.ts'

/**
 * The state of a device that nobody has signed in on. What its session has seen and written is remembered the moment
 * that it changes: after a write a call may still fail, or the page be left, and what was written must not be taken back
 * unnoticed. `remembered` waits for that.
 */
export function createDeviceState(storage: DeviceStorage): { state: DeviceState; remembered: () => Promise<void> } {
  let session: OpenSession | undefined
  let kept = ''
  let keeping = Promise.resolve()

  const remember = ({ userId, vault, firstUse, inPlaceOf, deviceToken }: OpenSession) => {
    const memory = { userId, memory: vault.memory, firstUse, inPlaceOf, deviceToken }
    const text = JSON.stringify(memory)
    if (text === kept) return
    kept = text
    const keep = async () => {
      const known = findOwn((await storage.read()).vaults, userId)
      if (known === undefined || known.hash === inPlaceOf?.hash || isContinued(vault, known)) await storage.keep(memory)
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
      session = next
      if (next) remember(next)
    },
  }
  return { state, remembered: () => keeping }
}

/** A tab that was shown another history, or an older one, does not make the others forget theirs. */
function isContinued(vault: OpenSession['vault'], known: VaultMemory): boolean {
  try {
    requireContinuity(vault, known)
    return true
  } catch (error) {
    if (error instanceof VaultError) return false
    throw error
  }
}
