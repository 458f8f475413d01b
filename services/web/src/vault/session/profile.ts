import { CONFLICT_KIND, type ItemDraft, newItemId, type PlainItem } from '@countersign/vault'
import type { ClaimValues } from '../../claims/claims.ts'
import type { Edits } from '../entries/commit-edits.ts'
import type { ClaimItem, ConflictItem, OpenedProfile } from '../views.ts'
import { currentSession, type WorkerContext } from '../worker-context.ts'

export const CLAIM_KIND = 'claim'

/** What the page may see of the open session. */
export function toProfile(context: WorkerContext): OpenedProfile {
  const { userId, method, login, vault, deviceToken } = currentSession(context)
  return {
    userId,
    method,
    knowsLogin: login !== undefined,
    scope: method === 'recovery' ? 'recovery' : 'full',
    freshUntil: context.roots.freshUntil(),
    values: valuesOf(vault.items),
    claims: claimsOf(vault.items),
    conflicts: conflictsOf(vault.items),
    knownApps: vault.rpPins,
    lastChanged: { at: vault.lastChanged.at.toISOString(), device: vault.lastChanged.device },
    isFirstUse: vault.continuity === 'first_use',
    memory: vault.memory,
    deviceToken,
  }
}

/** One value for each claim: the preferred one, else the one changed last. */
export function valuesOf(items: readonly PlainItem[]): ClaimValues {
  const best = claimsOf(items).toReversed()
  return Object.fromEntries(best.map(({ name, value }) => [name, value]))
}

/** Every value of every claim, by name; the one that counts comes first. */
export function claimsOf(items: readonly PlainItem[]): readonly ClaimItem[] {
  return items
    .filter(({ kind }) => kind === CLAIM_KIND)
    .map(toClaim)
    .toSorted(byNameAndWorth)
}

/** The versions of claims that a merge set aside. */
function conflictsOf(items: readonly PlainItem[]): readonly ConflictItem[] {
  return items.filter(isClaimConflict).map(({ id, name, value, meta }) => ({
    id,
    ofId: meta['conflict_of'] ?? '',
    name,
    value,
    label: meta['label'],
    changedAt: meta['changed_at'] ?? '',
  }))
}

export function isClaimConflict({ kind, meta }: PlainItem): boolean {
  return kind === CONFLICT_KIND && meta['conflict_kind'] === CLAIM_KIND
}

/** The edits that bring a vault to these values: only what differs is written, and an empty value is removed. */
export function editsFor(items: readonly PlainItem[], values: ClaimValues): Required<Pick<Edits, 'put' | 'remove'>> {
  const current = valuesOf(items)
  const changed = Object.entries(values).filter(([name, value]) => value !== (current[name] ?? ''))
  const put = changed.filter(([, value]) => value !== '').map(([name, value]) => draftOf(items, name, value))
  const emptied = new Set(changed.filter(([, value]) => value === '').map(([name]) => name))
  const remove = items.filter(({ kind, name }) => kind === CLAIM_KIND && emptied.has(name)).map(({ id }) => id)
  return { put, remove }
}

/** Writes on the entry that counts, so that no second one for the same claim comes up. */
function draftOf(items: readonly PlainItem[], name: string, value: string): ItemDraft {
  const counting = claimsOf(items).find((claim) => claim.name === name)
  const present = items.find(({ id }) => id === counting?.id)
  return { id: present?.id ?? newItemId(), kind: CLAIM_KIND, name, value, meta: present?.meta ?? {} }
}

function toClaim({ id, name, value, meta }: PlainItem): ClaimItem {
  return {
    id,
    name,
    value,
    label: meta['label'],
    isPreferred: meta['preferred'] === 'true',
    changedAt: meta['changed_at'] ?? '',
  }
}

function byNameAndWorth(left: ClaimItem, right: ClaimItem): number {
  return (
    compare(left.name, right.name) ||
    Number(right.isPreferred) - Number(left.isPreferred) ||
    compare(right.changedAt, left.changedAt)
  )
}

function compare(left: string, right: string): number {
  return left < right ? -1 : Number(left > right)
}
