import { currentSession, type DeviceContext } from '../device-context.ts'
import { claimsOf, conflictsOf, valuesOf } from '../entries/claim-items.ts'
import type { OpenedProfile } from '../views.ts'

/** What the page may see of the open session. */
export function toProfile(context: DeviceContext): OpenedProfile {
  const { userId, method, login, vault, needsNewPasswordRecord = false } = currentSession(context)
  return {
    userId,
    method,
    knowsLogin: login !== undefined,
    scope: method === 'recovery' ? 'recovery' : 'full',
    needsNewPasswordRecord,
    values: valuesOf(vault.items),
    claims: claimsOf(vault.items),
    conflicts: conflictsOf(vault.items),
    knownApps: vault.rpPins,
    lastChanged: { at: vault.lastChanged.at.toISOString(), device: vault.lastChanged.device },
    isFirstUse: vault.continuity === 'first_use',
    continuity: vault.continuity,
    memory: vault.memory,
  }
}
