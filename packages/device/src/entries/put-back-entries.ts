import { replaceSession } from '../session/current-session.ts'
import { dropHeld, editsToPutBack } from '../session/held-vault.ts'
import { currentSession, type Writing } from '../session/state.ts'
import { commitEdits } from './commit-edits.ts'

/**
 * Merges this device's newer entries into the restored, older vault. Edits made since stay, with the other text as a copy.
 * Removes nothing: entries deleted in between reappear.
 * @throws as `commitEdits`
 */
export async function putBackEntries(context: Writing): Promise<void> {
  const { userId, vault, held } = currentSession(context)
  if (held === 'sealed') return
  if (held) await commitEdits(context, editsToPutBack(vault, held))
  replaceSession(context, { held: undefined })
  await dropHeld(context, userId)
}
