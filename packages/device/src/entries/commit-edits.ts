import { mergeEdits, type PlainItem, type PreparedCommit, prepareCommit, type VaultEdits } from '@countersign/vault'
import { authorOf } from '../clock.ts'
import { replaceSession, writeUntilAccepted } from '../session/current-session.ts'
import { dropHeld, editsToPutBack } from '../session/held-vault.ts'
import { noteOwnEntries } from '../session/own-events.ts'
import { currentSession, type Writing } from '../session/state.ts'
import { stageItems } from './stage-items.ts'

export type Edits = Partial<Pick<VaultEdits, 'put' | 'remove' | 'activity' | 'pins' | 'confirmRecovery'>>

/** Derived anew from the items of each vault that they are committed to. */
export type DerivedEdits = (items: readonly PlainItem[]) => Pick<VaultEdits, 'put' | 'remove'>

const NOTHING: DerivedEdits = () => ({ put: [], remove: [] })

/** On a conflict, merges and retries: an entry edited on both sides is kept twice. @throws ClientError, VaultError */
export async function commitEdits(context: Writing, edits: Edits, derive: DerivedEdits = NOTHING): Promise<void> {
  let pending: VaultEdits = { put: [], remove: [], ...edits, ...authorOf(context) }
  let base = currentSession(context).vault
  await writeUntilAccepted(context, async ({ vault }) => {
    if (vault !== base) pending = mergeEdits({ base: base.items, edits: pending, theirs: vault.items })
    base = vault
    const { put, remove } = derive(vault.items)
    const whole = { ...pending, put: [...pending.put, ...put], remove: [...pending.remove, ...remove] }
    if (isEmpty(whole)) return
    const prepared = await prepareCommit(vault, whole)
    await send(context, prepared)
    replaceSession(context, { vault: prepared.next })
  })
}

async function send(context: Writing, { etag, commit }: PreparedCommit): Promise<void> {
  const { api } = context
  const { token, userId } = currentSession(context)
  await noteOwnEntries(context, userId, commit.activity)
  const { items: put, ...staged } = await stageItems(commit.put, (part) => api.stageCommit(token, part))
  await api.commitVault(token, etag, { ...commit, put, ...staged })
}

function isEmpty({ put, remove, activity = [], pins = {}, confirmRecovery }: VaultEdits): boolean {
  const changed = put.length + remove.length + activity.length + Object.keys(pins).length
  return changed === 0 && confirmRecovery === undefined
}

/** Later edits stay, with the other text as a copy; entries deleted in between reappear. */
export async function putBackEntries(context: Writing): Promise<void> {
  const { userId, vault, held } = currentSession(context)
  if (held === 'sealed') return
  if (held) await commitEdits(context, editsToPutBack(vault, held))
  replaceSession(context, { held: undefined })
  await dropHeld(context, userId)
}
