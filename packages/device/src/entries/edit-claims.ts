import { type ItemDraft, newItemId, type PlainItem, VaultError } from '@countersign/vault'
import { CLAIM_KIND, type ClaimValues, claimsOf, isClaimConflict, valuesOf } from '../claims/claim-items.ts'
import { withoutAttestation } from '../claims/held-attestation.ts'
import type { Edits } from './commit-edits.ts'

export type ClaimEdit = {
  readonly id?: string | undefined
  readonly name: string
  readonly value: string
  readonly label?: string | undefined
  readonly isPreferred?: boolean | undefined
}

export type ClaimEdits = { readonly put: readonly ClaimEdit[]; readonly remove: readonly string[] }

/** `present` drops the version set aside, `aside` puts it in place, `both` keeps it as a second value. */
export type ConflictChoice = { readonly id: string; readonly keep: 'present' | 'aside' | 'both' }

export function editsFor(items: readonly PlainItem[], values: ClaimValues): Required<Pick<Edits, 'put' | 'remove'>> {
  const current = valuesOf(items)
  const changed = Object.entries(values).filter(([name, value]) => value !== current[name])
  const put = changed.filter(([, value]) => value !== '').map(([name, value]) => draftOf(items, name, value))
  const emptied = new Set(changed.filter(([, value]) => value === '').map(([name]) => name))
  const remove = items.filter(({ kind, name }) => kind === CLAIM_KIND && emptied.has(name)).map(({ id }) => id)
  return { put, remove }
}

/** Reuses the best entry, so that no second one appears. */
function draftOf(items: readonly PlainItem[], name: string, value: string): ItemDraft {
  const counting = claimsOf(items).find((claim) => claim.name === name)
  const present = items.find(({ id }) => id === counting?.id)
  return {
    id: present?.id ?? newItemId(),
    kind: CLAIM_KIND,
    name,
    value,
    meta: withoutAttestation(present?.meta ?? {}),
  }
}

/** Keeps at most one preferred value for each claim; skips edits that change nothing. */
export function editsForClaims(items: readonly PlainItem[], { put, remove }: ClaimEdits): Edits {
  const drafts = put.map((edit) => toDraft(items, edit))
  const touched = new Set([...remove, ...drafts.map(({ id }) => id)])
  const preferred = new Set(drafts.filter(isPreferred).map(({ name }) => name))
  const noLonger = items
    .filter(
      (item) => item.kind === CLAIM_KIND && preferred.has(item.name) && isPreferred(item) && !touched.has(item.id),
    )
    .map((item) => withRank(item, ''))
  return { put: [...drafts.filter((draft) => isChange(items, draft)), ...noLonger], remove }
}

export function editsForConflict(items: readonly PlainItem[], { id, keep }: ConflictChoice): Edits {
  const aside = items.find((item) => item.id === id && isClaimConflict(item))
  if (!aside) throw new VaultError('unknown_item', 'This entry is not in the vault any more.')
  const { conflict_of: ofId = '', conflict_kind: _kind, ...meta } = aside.meta
  const claim = { kind: CLAIM_KIND, name: aside.name, value: aside.value, meta }
  const isThere = items.some((item) => item.id === ofId)
  if (keep === 'present') return { remove: [id] }
  if (keep === 'aside' && isThere) return { put: [{ ...claim, id: ofId }], remove: [id] }
  // At most one stays preferred.
  return { put: [{ ...claim, id, meta: isThere ? withMeta(meta, { preferred: '' }) : meta }] }
}

function toDraft(items: readonly PlainItem[], edit: ClaimEdit): ItemDraft {
  const present = items.find((item) => item.id === edit.id && item.kind === CLAIM_KIND)
  const notes = present?.meta ?? {}
  // An attestation covers one value only.
  const isSame = present?.value === edit.value && present.name === edit.name
  const meta = withMeta(isSame ? notes : withoutAttestation(notes), {
    label: edit.label,
    preferred: edit.isPreferred === undefined ? undefined : String(edit.isPreferred).replace('false', ''),
  })
  return { id: edit.id ?? newItemId(), kind: CLAIM_KIND, name: edit.name, value: edit.value, meta }
}

function withMeta(meta: ItemDraft['meta'], changes: Readonly<Record<string, string | undefined>>): ItemDraft['meta'] {
  const changed = Object.entries(changes).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return Object.fromEntries(
    Object.entries({ ...meta, ...Object.fromEntries(changed) }).filter(([, text]) => text !== ''),
  )
}

export function withRank(item: ItemDraft, preferred: 'true' | ''): ItemDraft {
  return { ...item, meta: withMeta(item.meta, { preferred }) }
}

export function isPreferred({ meta }: ItemDraft): boolean {
  return meta['preferred'] === 'true'
}

function isChange(items: readonly PlainItem[], draft: ItemDraft): boolean {
  const present = items.find(({ id }) => id === draft.id)
  const isSame = (key: string) => draft.meta[key] === present?.meta[key]
  return !(present?.value === draft.value && present.name === draft.name && ['label', 'preferred'].every(isSame))
}
