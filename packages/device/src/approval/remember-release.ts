import type { ScopeDetail } from '@countersign/contracts'
import { newItemId, type PlainItem } from '@countersign/vault'
import {
  APP_KIND,
  type AppMemory,
  appMemoriesOf,
  goOn,
  isAppMemory,
  LEFT_OUT,
  outlivedMemories,
  writeAppMemory,
} from '../apps/app-memory.ts'
import { askedBefore } from '../apps/asked-before.ts'
import { claimsOf } from '../claims/claim-items.ts'
import { entryIdOf, isClaimOf, isCredentialScope } from '../claims/credential-names.ts'
import { isCredential } from '../credentials/credential-item.ts'
import { findOwn } from '../device-storage.ts'
import type { DerivedEdits } from '../entries/commit-edits.ts'
import { ClientError } from '../failure.ts'
import { type Release, releasedValues } from './resolve-approval.ts'
import { afterEarlier } from './standing-answer-for.ts'

export type MemoryOfRelease = ReturnType<typeof memoryOfRelease>

/** Claims not requested this time stay. Wins over another device whose clock is ahead. */
export function memoryOfRelease(
  release: Release,
  { at, standing, ...beside }: Pick<AppMemory, 'at' | 'goesOnUnder' | 'shown' | 'names' | 'standing'>,
  unseen: readonly string[],
): Readonly<Record<'remember' | 'forget', DerivedEdits>> {
  const { client_id: clientId } = release.request.client
  let before: AppMemory | undefined
  let written = at
  return {
    remember(items) {
      before = appMemoriesOf(items).get(clientId)
      const goesOn = standing && afterEarlier(before?.standing, standing)
      const now = { ...memoryOf(items, release, { at, unseen }), ...beside, standing: goesOn }
      const memory = before ? { ...goOn(before, now), at: laterThan(before.at, at) } : now
      written = memory.at
      const { put, remove } = editsFor(items, clientId, memory)
      return { put, remove: [...remove, ...outlivedMemories(items, clientId).map(({ id }) => id)] }
    },
    forget(items) {
      // Keep another device's later write.
      const isOfThis = appMemoriesOf(items).get(clientId)?.at === written
      return isOfThis ? editsFor(items, clientId, before) : { put: [], remove: [] }
    },
  }
}

/** Ends quick approval and updates of one app, or of all: the next approval is shown, with the last choice. */
export function memoryOfEnd(endedAt: string, clientId?: string): DerivedEdits {
  return (items) => {
    const ended = [...appMemoriesOf(items)].filter(
      ([id, { goesOnUnder, standing }]) => (goesOnUnder !== '' || standing) && (clientId ?? id) === id,
    )
    const edits = ended.map(([id, memory]) =>
      editsFor(items, id, { ...changed(memory, endedAt), standing: undefined, endedAt }),
    )
    return { put: edits.flatMap(({ put }) => put), remove: edits.flatMap(({ remove }) => remove) }
  }
}

/** Remembers when access was taken back, also of an app without quick approval. */
export function memoryOfRemoval(endedAt: string, clientId: string): DerivedEdits {
  return (items) => {
    const memory = appMemoriesOf(items).get(clientId)
    if (!memory || memory.endedAt !== undefined) return { put: [], remove: [] }
    return editsFor(items, clientId, { ...changed(memory, endedAt), standing: undefined, endedAt })
  }
}

export type NextChoice = {
  readonly clientId: string
  /** By claim that the app has asked for: an entry, as `ClaimItem.id` names it, or `LEFT_OUT`. */
  readonly claims: Readonly<Record<string, string>>
}

/** Changes what the next approval starts from, and has it shown whole. @throws ClientError `stale_vault` */
export function memoryOfChoice({ clientId, claims }: NextChoice, at: string): DerivedEdits {
  return (items) => {
    const memory = appMemoriesOf(items).get(clientId)
    const asked = memory?.asked.flatMap(({ scope_details: scopes }) => scopes.flatMap(({ claims: each }) => each))
    const isPossible = ([claim, entry]: [string, string]) =>
      asked?.includes(claim) === true && (entry === LEFT_OUT || hasEntry(items, claim, entry))
    if (!memory || !Object.entries(claims).every(isPossible)) throw new ClientError({ code: 'stale_vault' })
    return editsFor(items, clientId, { ...changed(memory, at), claims: { ...memory.claims, ...claims } })
  }
}

function hasEntry(items: readonly PlainItem[], claim: string, entry: string): boolean {
  const ofCredential = items.filter(isCredential).map(({ id, name }) => ({ id, isOf: isClaimOf(name, claim) }))
  const own = claimsOf(items).map(({ id, name }) => ({ id, isOf: name === claim }))
  return [...own, ...ofCredential].some(({ id, isOf }) => isOf && id === entryIdOf(entry))
}

/** Later than a release that may yet fail: taking that one back must not take this back. */
function changed(memory: AppMemory, at: string): AppMemory {
  return { ...memory, at: laterThan(memory.at, at), goesOnUnder: '' }
}

export function laterThan(before: string, at: string): string {
  return new Date(Math.max(Date.parse(at), Date.parse(before) + 1)).toISOString()
}

export function editsFor(
  items: readonly PlainItem[],
  clientId: string,
  memory: AppMemory | undefined,
): ReturnType<DerivedEdits> {
  const present = items.filter((item) => isAppMemory(item) && item.name === clientId)
  if (!memory) return { put: [], remove: present.map(({ id }) => id) }
  const [first, ...others] = present.toSorted(ownKindFirst)
  const put = { id: first?.id ?? newItemId(), kind: APP_KIND, name: clientId, value: writeAppMemory(memory), meta: {} }
  return { put: [put], remove: others.map(({ id }) => id) }
}

/** Prefers the kept version to the one that a merge set aside. */
function ownKindFirst(left: PlainItem, right: PlainItem): number {
  return Number(right.kind === APP_KIND) - Number(left.kind === APP_KIND)
}

function memoryOf(
  items: readonly PlainItem[],
  release: Release,
  { at, unseen }: { readonly at: string; readonly unseen: readonly string[] },
): Omit<AppMemory, 'goesOnUnder' | 'shown' | 'names' | 'standing'> {
  const { request, scopes, entries, issued } = release
  const claims = releasedValues(release)
  const own = claimsOf(items).flatMap(({ name, value }) => (value.trim() === '' ? [] : [name]))
  const held = new Set([...own, ...issued.offered.map(({ name }) => name)])
  const asked = new Set(request.scope_details.flatMap((scope) => scope.claims))
  const isLeftOut = (claim: string) => held.has(claim) && !Object.hasOwn(claims, claim) && !unseen.includes(claim)
  const leftOut = [...asked].filter(isLeftOut)
  return {
    at,
    claims: { ...Object.fromEntries(leftOut.map((claim) => [claim, LEFT_OUT])), ...entries },
    asked: [askedBefore(request, Object.keys(claims))],
    scopes: Object.fromEntries(request.scope_details.map((scope) => [scope.name, isApproved(scope)])),
    released: Object.entries(claims).map(([claim, value]) => ({
      claim,
      value,
      first: at,
      last: at,
      issuedBy: findOwn(issued.issuers, claim),
    })),
  }

  function isApproved(scope: ScopeDetail): boolean {
    return isCredentialScope(scope)
      ? scope.claims.some((claim) => Object.hasOwn(claims, claim))
      : scopes.includes(scope.name)
  }
}
