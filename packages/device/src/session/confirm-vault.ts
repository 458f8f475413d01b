import type { CallInput } from '../device-calls.ts'
import { currentSession, type DeviceContext } from '../device-context.ts'
import type { OpenedProfile } from '../views.ts'
import { replaceSession } from './current-session.ts'
import { toProfile } from './profile.ts'
import { confirmRecoveryKeyInForce } from './replaced-recovery-key.ts'

/**
 * The owner has looked at one thing that this device cannot know of the vault: that settles this one, and nothing else
 * that they are still to look at.
 */
export async function confirmVault(
  context: DeviceContext,
  { what }: CallInput<'confirmVault'>,
): Promise<OpenedProfile> {
  if (what === 'first_use') await confirmFirstUse(context)
  else if (what === 'unproven') await confirmHistory(context)
  else await confirmRecoveryKeyInForce(context)
  return toProfile(context)
}

async function confirmFirstUse(context: DeviceContext): Promise<void> {
  const { userId, vault } = currentSession(context)
  await context.storage.keep({ userId, isFirstUseConfirmed: true })
  const continuity = vault.continuity === 'first_use' ? 'verified' : vault.continuity
  replaceSession(context, { firstUse: undefined, vault: { ...vault, continuity } })
}

async function confirmHistory(context: DeviceContext): Promise<void> {
  const { vault } = currentSession(context)
  if (vault.continuity !== 'unproven') return
  const { proven: _unproven, ...memory } = vault.memory
  replaceSession(context, { vault: { ...vault, memory, continuity: 'verified' } })
}
