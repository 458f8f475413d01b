import type { Grant } from '@countersign/contracts'
import type { OpenVault, PlainItem } from '@countersign/vault'
import { thumbprintOf } from '../approval/seal-claims.ts'
import { type AppMemory, appMemoriesOf, LEFT_OUT } from '../apps/app-memory.ts'
import type { StandingAnswer } from '../apps/standing-answer.ts'
import { checkClaim } from '../claims/check-claim.ts'
import { type ClaimValues, claimsOf } from '../claims/claim-items.ts'
import { findAttestation } from '../claims/held-attestation.ts'
import { findOwn } from '../device-storage.ts'
import type { AppUpdate } from '../views.ts'

/** Whose vault it is, and when. */
type Holder = { readonly userId: string; readonly now: number }

/** An approved claim as the vault has it now; empty if removed. */
export type ClaimNow = {
  readonly claim: string
  /** Undefined without an entry. */
  readonly itemId?: string | undefined
  readonly value: string
  readonly jwt?: string | undefined
  readonly salt?: string | undefined
  readonly problem?: 'unverified' | 'malformed' | undefined
}

/** A standing answer, and its claims as they are now. */
export type Standing = {
  readonly clientId: string
  readonly memory: AppMemory & { readonly standing: StandingAnswer }
  readonly claims: readonly ClaimNow[]
}

/** Those that have not ended. */
export async function standingAnswersOf(items: readonly PlainItem[], holder: Holder): Promise<readonly Standing[]> {
  const kept = [...appMemoriesOf(items)].flatMap(([clientId, { standing, ...memory }]) =>
    standing && (standing.until === undefined || Date.parse(standing.until) > holder.now)
      ? [{ clientId, memory: { ...memory, standing } }]
      : [],
  )
  return Promise.all(
    kept.map(async ({ clientId, memory }) => {
      const names = Object.keys(memory.standing.sent)
      const claims = await Promise.all(names.map((claim) => claimNow(items, { claim, memory, holder })))
      return { clientId, memory, claims }
    }),
  )
}

type Wanted = { readonly claim: string; readonly memory: Standing['memory']; readonly holder: Holder }

/** By the entry that was approved or chosen since; where that is gone, by the vault's first, as the next sign-in is. */
function findEntry(items: readonly PlainItem[], claim: string, chosen: string | undefined): PlainItem | undefined {
  if (chosen === LEFT_OUT) return undefined
  const own = claimsOf(items).filter(({ name }) => name === claim)
  const { id } = own.find((each) => each.id === chosen) ?? own[0] ?? {}
  return items.find((each) => each.id === id)
}

async function claimNow(items: readonly PlainItem[], { claim, memory, holder }: Wanted): Promise<ClaimNow> {
  const item = findEntry(items, claim, findOwn(memory.claims, claim))
  const isVerifiedOnly = memory.standing.verifiedOnly.includes(claim)
  const unproven = isVerifiedOnly ? ({ problem: 'unverified' } as const) : {}
  if (!item || item.value.trim() === '') return { claim, value: '', ...unproven }
  const { id: itemId } = item
  const checked = await checkClaim(claim, item.value, { now: new Date(holder.now) })
  if (checked.problem !== undefined) return { claim, itemId, value: item.value, problem: 'malformed' }
  const { value } = checked
  const attestation = await findAttestation({ ...item, value }, holder)
  return { claim, itemId, value, ...(attestation ? { jwt: attestation.jwt, salt: attestation.salt } : unproven) }
}

/** Claims that the app has otherwise, or has unverified. */
export function changesOf({ memory: { standing }, claims }: Standing): readonly ClaimNow[] {
  return claims.filter(
    ({ claim, value, jwt }) =>
      findOwn(standing.sent, claim) !== value || (jwt !== undefined && !standing.verified.includes(claim)),
  )
}

export function valuesOfClaims(claims: readonly ClaimNow[]): ClaimValues {
  return Object.fromEntries(claims.map(({ claim, value }) => [claim, value]))
}

/** Its grants that take updates, as the provider lists them. */
export function livingGrantsOf({ memory: { standing } }: Standing, grants: readonly Grant[]): readonly Grant[] {
  return grants.filter((grant) => grant.keeps_up_to_date && standing.grants.some(({ id }) => id === grant.grant_id))
}

/** @param grants undefined if the provider could not be asked */
export async function viewUpdate(
  standing: Standing,
  pins: OpenVault['rpPins'],
  grants: readonly Grant[] | undefined,
): Promise<AppUpdate> {
  const { clientId, memory, claims } = standing
  const { since, until, sentAt } = memory.standing
  const living = grants && livingGrantsOf(standing, grants)
  const delivery = living && deliveryOf(memory.standing, living)
  const changes = delivery === 'unsent' ? claims : changesOf(standing)
  // All of them go with a change.
  const sent = changes.length > 0 ? claims : []
  const hasNewKey = living !== undefined && (await isForOtherKey(memory.standing, living))
  const problem = hasNewKey ? 'new_key' : sent.find((each) => each.problem !== undefined)?.problem
  const pin = findOwn(pins, clientId)
  return {
    clientId,
    name: pin?.name ?? '',
    host: pin?.host ?? '',
    since,
    until,
    sentAt,
    changes: valuesOfClaims(changes),
    delivery,
    problem,
    problemClaims: problem ? sent.flatMap((each) => (each.problem === problem ? each.claim : [])) : [],
  }
}

function deliveryOf({ version, grants }: StandingAnswer, living: readonly Grant[]): AppUpdate['delivery'] {
  const due = living.filter(({ grant_id }) => grants.some(({ id, from }) => id === grant_id && from < version))
  if (due.length === 0) return 'none'
  if (due.some(({ update }) => (update?.version ?? 0) < version)) return 'unsent'
  return due.every(({ update }) => update?.is_fetched) ? 'fetched' : 'waiting'
}

async function isForOtherKey({ key }: StandingAnswer, living: readonly Grant[]): Promise<boolean> {
  const jkt = await thumbprintOf(key)
  return living.some(({ client }) => client.claims_encryption_jkt !== jkt)
}
