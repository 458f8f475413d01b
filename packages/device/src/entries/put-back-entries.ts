import { replaceSession } from '../session/current-session.ts'
import { dropHeld, editsToPutBack } from '../session/held-vault.ts'
import { currentSession, type Writing } from '../session/state.ts'
import { commitEdits } from './commit-edits.ts'

/**
 * Writes what this device holds onto the older vault. What somebody has edited since that vault came back stays, and
 * the other text is kept as a copy. Nothing is removed: what was removed in between is there again.
 * @throws what `commitEdits` throws
 */
export async function putBackEntries(context: Writing): Promise<void> {
  const { userId, vault, held } = currentSession(context)
  if (held === 'sealed') return
  if (held) await commitEdits(context, editsToPutBack(vault, held))
  replaceSession(context, { held: undefined })
  await dropHeld(context, userId)
}
