import { currentSession, type DeviceContext } from '../device-context.ts'
import { commitEdits } from '../entries/commit-edits.ts'
import type { OpenedProfile } from '../views.ts'
import { replaceSession } from './current-session.ts'
import { dropHeld, editsToPutBack } from './held-vault.ts'
import { toProfile } from './profile.ts'

/**
 * Writes what this device holds onto the older vault. What somebody has edited since that vault came back stays, and
 * the other text is kept as a copy. Nothing is removed: what was removed in between is there again.
 * @throws what `commitEdits` throws
 */
export async function putBackEntries(context: DeviceContext): Promise<OpenedProfile> {
  const { userId, vault, held } = currentSession(context)
  if (held === 'sealed') return toProfile(context)
  if (held) await commitEdits(context, editsToPutBack(vault, held))
  replaceSession(context, { held: undefined })
  await dropHeld(context, userId)
  return toProfile(context)
}
