import { type ItemDraft, newItemId, type PlainItem, type VaultEdits } from '@countersign/vault'
import type { ClaimValues } from '../consent/claims.ts'

const CLAIM_KIND = 'claim'

/** The claim values in a vault. Were two devices to add the same claim at once, the one changed last counts. */
export function valuesOf(items: readonly PlainItem[]): ClaimValues {
  const claims = items.filter(({ kind }) => kind === CLAIM_KIND).toSorted(byTimeOfChange)
  return Object.fromEntries(claims.map(({ name, value }) => [name, value]))
}

/** The edits that bring a vault to these values: only what differs is written, and an empty value is removed. */
export function editsFor(
  items: readonly PlainItem[],
  values: ClaimValues,
  author: { readonly device: string; readonly wroteAt: Date },
): VaultEdits {
  const current = valuesOf(items)
  const changed = Object.entries(values).filter(([name, value]) => value !== (current[name] ?? ''))
  const put = changed.filter(([, value]) => value !== '').map(([name, value]) => draftOf(items, name, value))
  const emptied = new Set(changed.filter(([, value]) => value === '').map(([name]) => name))
  const remove = items.filter(({ kind, name }) => kind === CLAIM_KIND && emptied.has(name)).map(({ id }) => id)
  return { put, remove, ...author }
}

/** Writes on the entry that counts, so that no second one for the same claim comes up. */
function draftOf(items: readonly PlainItem[], name: string, value: string): ItemDraft {
  const present = items.filter((item) => item.kind === CLAIM_KIND && item.name === name).toSorted(byTimeOfChange)
  const { id, meta } = present.at(-1) ?? { id: newItemId(), meta: {} }
  return { id, kind: CLAIM_KIND, name, value, meta }
}

function byTimeOfChange(left: PlainItem, right: PlainItem): number {
  const [before, after] = [left.meta['changed_at'] ?? '', right.meta['changed_at'] ?? '']
  return before < after ? -1 : Number(before > after)
}
