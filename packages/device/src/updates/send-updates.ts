import type { Grant } from '@countersign/contracts'
import type { PlainItem, ReleasedEvent } from '@countersign/vault'
import type { Approving } from '../approval/answer-request.ts'
import { withValues } from '../approval/log-entry.ts'
import { editsFor, laterThan } from '../approval/remember-release.ts'
import { sealClaims } from '../approval/seal-claims.ts'
import { type AppMemory, appMemoriesOf, goOn, isAppMemory } from '../apps/app-memory.ts'
import type { StandingGrant } from '../apps/standing-answer.ts'
import { CLAIM_KIND, type ClaimValues } from '../claims/claim-items.ts'
import { authorOf, stampOf } from '../clock.ts'
import { hashText } from '../crypto.ts'
import { findOwn } from '../device-storage.ts'
import { commitEdits, type DerivedEdits } from '../entries/commit-edits.ts'
import { ClientError, isOutcomeUnknown, toFailure } from '../failure.ts'
import { refreshSession } from '../session/current-session.ts'
import { currentSession } from '../session/state.ts'
import type { AppUpdate, ConfirmedUpdate, SentUpdate } from '../views.ts'
import {
  type ClaimNow,
  livingGrantsOf,
  type Standing,
  standingAnswersOf,
  valuesOfClaims,
  viewUpdate,
} from './app-updates.ts'

/** Every app that is kept up to date, with the changes that it lacks and the state of its last update. */
export async function listUpdates(context: Approving): Promise<readonly AppUpdate[]> {
  const session = currentSession(context)
  const answers = await standingAnswersOf(session.vault.items, { userId: session.userId, now: context.clock.now() })
  if (answers.length === 0) return []
  // Best effort: the vault alone knows the changes.
  const grants = await context.api.listGrants(session.token).catch(() => undefined)
  const ended = grants ? answers.filter((each) => hasEnded(each, grants, context.clock.now())) : []
  await forgetEnded(context, ended)
  const going = answers.filter((each) => !ended.includes(each))
  return Promise.all(going.map((each) => viewUpdate(each, session.vault.rpPins, grants)))
}

/** An approval is no grant before its app has fetched the tokens. */
const EXCHANGE_MS = 3_600_000

function hasEnded(standing: Standing, grants: readonly Grant[], now: number): boolean {
  const isNew = now - Date.parse(standing.memory.at) < EXCHANGE_MS
  return !isNew && livingGrantsOf(standing, grants).length === 0
}

/** Updates end with the app's access. */
async function forgetEnded(context: Approving, ended: readonly Standing[]): Promise<void> {
  for (const { clientId } of ended) await stopUpdates(context, clientId).catch(() => undefined)
}

/** Sends no later change; the app may still fetch an earlier update. */
export async function stopUpdates(context: Approving, clientId: string): Promise<void> {
  await commitEdits(context, {}, rememberStanding(clientId, authorOf(context).wroteAt, undefined))
}

/** Sends exactly the changes that the user confirmed. */
export async function sendUpdates(
  context: Approving,
  confirmed: readonly ConfirmedUpdate[],
): Promise<readonly SentUpdate[]> {
  await refreshSession(context)
  const grants = await context.api.listGrants(currentSession(context).token)
  const sent: SentUpdate[] = []
  for (const each of confirmed) sent.push(await sendOrSay(context, each, grants))
  return sent
}

/** One app's failure does not keep the others from theirs. */
async function sendOrSay(
  context: Approving,
  confirmed: ConfirmedUpdate,
  grants: readonly Grant[],
): Promise<SentUpdate> {
  const { clientId } = confirmed
  try {
    await sendUpdate(context, confirmed, grants)
    return { clientId }
  } catch (error) {
    const { code } = toFailure(error)
    return { clientId, failure: code }
  }
}

const ATTEMPTS = 3

async function sendUpdate(context: Approving, confirmed: ConfirmedUpdate, grants: readonly Grant[]): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const update = await prepareUpdate(context, confirmed, grants)
    try {
      await logUpdate(context, update)
    } catch (error) {
      if (error instanceof Outdated) continue
      throw error
    }
    return postParcels(context, update)
  }
  throw new ClientError({ code: 'stale_vault' })
}

/** Another device has written meanwhile: read its changes before sealing anything. */
class Outdated extends Error {}

type Update = Readonly<Awaited<ReturnType<typeof prepareUpdate>>>

/** @throws ClientError `stale_vault`, `app_key_changed`, `not_found` */
async function prepareUpdate(context: Approving, { clientId, changes }: ConfirmedUpdate, grants: readonly Grant[]) {
  const { vault, userId } = currentSession(context)
  const { wroteAt } = authorOf(context)
  const answers = await standingAnswersOf(vault.items, { userId, now: context.clock.now() })
  const standing = answers.find((each) => each.clientId === clientId)
  if (!standing) throw new ClientError({ code: 'stale_vault' })
  const view = await viewUpdate(standing, vault.rpPins, grants)
  if (view.problem === 'new_key') throw new ClientError({ code: 'app_key_changed' })
  if (view.problem === 'malformed') throw new ClientError({ code: 'malformed_claim' })
  if (view.problem === 'unverified') throw new ClientError({ code: 'invalid_claims' })
  if (!isSame(view.changes, changes)) throw new ClientError({ code: 'stale_vault' })
  const { key, subject, version: before } = standing.memory.standing
  const version = Math.max(before + 1, wroteAt.getTime())
  const claims = valuesOfClaims(standing.claims)
  const living = livingGrantsOf(standing, grants)
  if (living.length === 0) throw new ClientError({ code: 'not_found' })
  const seal = async ({ id, secret, claims: approved }: StandingGrant) => {
    const own = standing.claims.filter(({ claim }) => approved.includes(claim))
    const about = { key, audience: clientId, subject, authRequestId: id, updates: { secret, version } }
    const { claim_names, claims_jwe } = await sealClaims({ claims: valuesOfClaims(own), salts: saltsOf(own), ...about })
    const attestations = own.flatMap(({ jwt }) => jwt ?? [])
    return { grant_id: id, audience: clientId, version, attestations, claim_names, claims_jwe }
  }
  const receivers = standing.memory.standing.grants.filter(({ id }) => living.some((each) => each.grant_id === id))
  const parcels = await Promise.all(receivers.map(seal))
  const basis = basisOf(vault.items, clientId)
  return {
    clientId,
    standing,
    version,
    claims,
    verified: Object.keys(saltsOf(standing.claims)),
    parcels,
    wroteAt,
    basis,
  }
}

/** By claim that is verified. */
function saltsOf(claims: readonly ClaimNow[]): ClaimValues {
  return Object.fromEntries(claims.flatMap(({ claim, salt }) => (salt ? [[claim, salt]] : [])))
}

/** All entries that an update is made from. */
function basisOf(items: readonly PlainItem[], clientId: string): string {
  const claims = Object.keys(appMemoriesOf(items).get(clientId)?.standing?.sent ?? {})
  const isBasis = (item: PlainItem) =>
    item.kind === CLAIM_KIND ? claims.includes(item.name) : isAppMemory(item) && item.name === clientId
  return JSON.stringify(items.filter(isBasis).toSorted((left, right) => (left.id < right.id ? -1 : 1)))
}

function isSame(left: ClaimValues, right: ClaimValues): boolean {
  const names = Object.keys(left)
  return (
    names.length === Object.keys(right).length && names.every((name) => findOwn(right, name) === findOwn(left, name))
  )
}

/** Before anything leaves. From now on the app's memory has the new values. */
async function logUpdate(context: Approving, update: Update): Promise<void> {
  const { clientId, standing, version, claims, verified, parcels, wroteAt, basis } = update
  const { memory } = standing
  const pin = findOwn(currentSession(context).vault.rpPins, clientId)
  const given = Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== ''))
  const newest = parcels.at(-1)
  const event: ReleasedEvent = {
    type: 'released',
    ...stampOf(context),
    at: wroteAt.toISOString(),
    auth_request_id: newest?.grant_id ?? '',
    app: { client_id: clientId, name: pin?.name ?? '', host: pin?.host ?? '' },
    scopes: memory.standing.scopes,
    claims: Object.keys(given),
    sealed: true,
    claims_sha256: await hashText(newest?.claims_jwe ?? ''),
    version,
  }
  const at = wroteAt.toISOString()
  const entries = Object.fromEntries(standing.claims.flatMap(({ claim, itemId }) => (itemId ? [[claim, itemId]] : [])))
  const released = Object.entries(given).map(([claim, value]) => ({ claim, value, first: at, last: at }))
  const derive: DerivedEdits = (items) => {
    if (basisOf(items, clientId) !== basis) throw new Outdated()
    const next: AppMemory = {
      ...goOn(memory, { ...memory, at: laterThan(memory.at, at), claims: entries, released }),
      standing: { ...memory.standing, sent: claims, verified, version, sentAt: at },
    }
    return editsFor(items, clientId, next)
  }
  await commitEdits(context, { activity: [await withValues(event, given)] }, derive)
}

/** Where an answer is lost, the change counts as not sent. */
async function postParcels(context: Approving, update: Update): Promise<void> {
  const { clientId, standing, parcels } = update
  try {
    await postToLiving(context, parcels)
  } catch (error) {
    const type = isOutcomeUnknown(toFailure(error)) ? 'not_released' : 'release_failed'
    const event = { type, ...stampOf(context), auth_request_id: parcels.at(-1)?.grant_id ?? '' } as const
    const { sent, verified } = standing.memory.standing
    const restore: DerivedEdits = (items) => {
      const now = appMemoriesOf(items).get(clientId)?.standing
      const unsent = now && { ...now, sent, verified }
      return rememberStanding(clientId, authorOf(context).wroteAt, unsent)(items)
    }
    await commitEdits(context, { activity: [event] }, restore).catch(() => undefined)
    throw error
  }
}

/** Skips grants that have ended meanwhile; fails if all have. */
async function postToLiving(context: Approving, parcels: Update['parcels']): Promise<void> {
  let refusal: unknown
  let taken = 0
  for (const parcel of parcels) {
    try {
      await context.api.updateGrant(currentSession(context).token, parcel)
      taken += 1
    } catch (error) {
      if (toFailure(error).code !== 'not_found') throw error
      refusal = error
    }
  }
  if (taken === 0) throw refusal
}

function rememberStanding(clientId: string, at: Date, standing: AppMemory['standing']): DerivedEdits {
  return (items: readonly PlainItem[]) => {
    const memory = appMemoriesOf(items).get(clientId)
    if (!memory?.standing) return { put: [], remove: [] }
    return editsFor(items, clientId, { ...memory, at: laterThan(memory.at, at.toISOString()), standing })
  }
}
