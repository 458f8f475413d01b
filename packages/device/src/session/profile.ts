import { currentSession, type DeviceContext } from '../device-context.ts'
import { claimsOf, conflictsOf, valuesOf } from '../entries/claim-items.ts'
import type { OpenedProfile } from '../views.ts'

/** What the page may see of the open session. */
export function toProfile(context: DeviceContext): OpenedProfile {
  const { userId, method, login, vault, firstUse } = currentSession(context)
  return {
    userId,
    method,
    knowsLogin: login !== undefined,
    scope: method === 'recovery' ? 'recovery' : 'full',
    freshUntil: context.unlockSecret.freshUntil(),
    values: valuesOf(vault.items),
    claims: claimsOf(vault.items),
    conflicts: conflictsOf(vault.items),
    knownApps: vault.rpPins,
    firstUse,
    continuity: vault.continuity,
    memory: vault.memory,
  }
}
