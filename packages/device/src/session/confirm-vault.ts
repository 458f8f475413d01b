import { currentSession, type DeviceContext } from '../device-context.ts'
import type { OpenedProfile } from '../views.ts'
import { replaceSession } from './current-session.ts'
import { toProfile } from './profile.ts'

/** The owner has looked at what this device cannot know of the vault: from here on it is the one that it knows. */
export async function confirmVault(context: DeviceContext): Promise<OpenedProfile> {
  const { userId, vault } = currentSession(context)
  await context.storage.keep({ userId, isFirstUseConfirmed: true })
  const { proven: _unproven, ...memory } = vault.memory
  replaceSession(context, { firstUse: undefined, vault: { ...vault, memory, continuity: 'verified' } })
  return toProfile(context)
}
