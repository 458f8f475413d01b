import { type ItemDraft, type PlainItem, planImport } from '@countersign/vault'
import { isAppMemory } from '../apps/app-memory.ts'
import { checkClaim } from '../claims/check-claim.ts'
import { CLAIM_KIND, claimsOf, LABEL_KIND } from '../claims/claim-items.ts'
import { authorOf } from '../clock.ts'
import { currentSession, type Writing } from '../session/state.ts'
import type { ImportPreview } from '../views.ts'
import type { DerivedEdits } from './commit-edits.ts'
import { isPreferred, withRank } from './edit-claims.ts'

/** `commitImport` runs the plan. */
export async function previewImport(
  context: Pick<Writing, 'name' | 'clock' | 'state'>,
  drafts: readonly ItemDraft[],
): Promise<ImportPreview> {
  const { items } = currentSession(context).vault
  // App memories and passkey names belong to the exporting account: a file must not rename the user's passkeys.
  const entries = drafts.filter((draft) => !isAppMemory(draft) && draft.kind !== LABEL_KIND)
  const { put, alreadyThere } = planImport(items, entries)
  const claims = put.filter(isClaim)
  context.state.steps.plannedImport = put
  const isSound = await Promise.all(claims.map((draft) => hasItsForm(draft, authorOf(context).wroteAt)))
  return {
    added: put.length,
    alreadyThere,
    doubtful: claims.filter((_draft, at) => !isSound[at]).map(({ name, value }) => ({ name, value })),
  }
}

/** The vault's first value of each claim stays first. */
export function editsForImport(items: readonly PlainItem[], planned: readonly ItemDraft[]): ReturnType<DerivedEdits> {
  const first = firstOfEach(items, planned.filter(isClaim))
  const others = planned.map((draft) => (isClaim(draft) && first.has(draft.name) ? withRank(draft, '') : draft))
  const raised = [...first.values()].filter((item) => !isPreferred(item)).map((item) => withRank(item, 'true'))
  return { put: [...raised, ...others], remove: [] }
}

function isClaim({ kind }: Pick<ItemDraft, 'kind'>): boolean {
  return kind === CLAIM_KIND
}

/** The vault's best value of each claim that gets another. */
function firstOfEach(items: readonly PlainItem[], added: readonly ItemDraft[]): ReadonlyMap<string, PlainItem> {
  const names = new Set(added.map(({ name }) => name))
  // Best first, so set last.
  const best = claimsOf(items)
    .filter(({ name }) => names.has(name))
    .toReversed()
  const first = new Map(best.map(({ name, id }) => [name, id]))
  return new Map(items.filter(({ id, name }) => first.get(name) === id).map((item) => [item.name, item]))
}

/** Without the numbering plans a number counts as sound: it is checked again before it is shared. */
async function hasItsForm({ name, value }: ItemDraft, now: Date): Promise<boolean> {
  const checked = await checkClaim(name, value, { now }).catch(() => undefined)
  return checked?.problem === undefined
}
