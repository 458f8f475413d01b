import type { AuthorizationRequestDetails } from '@countersign/contracts'
import { type AppMemory, appMemoriesOf } from '../apps/app-memory.ts'
import { lastChoiceFor } from '../apps/past-releases.ts'
import { type Addressee, findReturnTarget, type ReturnParts } from '../apps/return-address.ts'
import { normaliseClaims } from '../claims/check-claim.ts'
import type { ClaimItem } from '../claims/claim-items.ts'
import {
  approvedScopes,
  claimsToShare,
  findRequiredGap,
  findUnverified,
  issuersToShare,
  type ScopeShare,
  sharesOf,
  shownClaims,
} from '../claims/claims.ts'
import { startSelection, wasShared } from '../claims/start-selection.ts'
import { authorOf } from '../clock.ts'
import { isCredentialScope, offeredClaims } from '../credentials/requested-credentials.ts'
import { findOwn } from '../device-storage.ts'
import { refreshSession } from '../session/current-session.ts'
import { toProfile } from '../session/profile.ts'
import { keyInForce } from '../session/replaced-recovery-key.ts'
import { currentSession } from '../session/state.ts'
import type { LastChoice, OpenedProfile } from '../views.ts'
import { type Approving, approveRequest } from './answer-request.ts'
import { type AppIdentity, appIdentityOf } from './app-identity.ts'
import { digestShown, openRequest } from './read-request.ts'

/** Shown before the vault was open: the app, the claims that it got last, and the names of their issuers. */
export type ShownBefore = {
  readonly id: string
  /** The name in any of its languages. */
  readonly app: Pick<AppIdentity, 'name' | 'host'>
  readonly claims: readonly string[]
  /** By claim of a credential. */
  readonly issuers?: Readonly<Record<string, string>> | undefined
}

/** Decides by the vault's memory alone. Null if the consent page would show anything but these claims, unchanged. */
export async function approveAsBefore(
  context: Approving,
  { id, app: said, claims, issuers = {} }: ShownBefore,
): Promise<(ReturnParts & { app: Addressee; code: string }) | null> {
  const [app] = await Promise.all([openRequest(context, id), refreshSession(context)])
  const profile = await toProfile(context)
  const offered = offeredClaims(app, profile.credentials, context.clock.now())
  const shares = isApp(app, said) ? await findSharesAsBefore(context, app, { profile, offered }) : undefined
  if (!shares || !isSameSet(Object.keys(claimsToShare(shares)), claims)) return null
  if (!isSameSet(textsOf(issuersToShare(shares)), textsOf(issuers))) return null
  const shown = { scopes: approvedScopes(shares), claims: shownClaims(shares, profile.claims) }
  return { app, ...(await approveRequest(context, { id, ...shown })) }
}

type Held = {
  readonly profile: OpenedProfile
  /** Claims of credentials that the app would take, none of them expired. */
  readonly offered: readonly ClaimItem[]
}

async function findSharesAsBefore(
  context: Approving,
  request: AuthorizationRequestDetails,
  { profile, offered }: Held,
): Promise<readonly ScopeShare[] | undefined> {
  const { unlock, vault: opened } = currentSession(context)
  const { items } = opened
  const { client_id: clientId } = request.client
  const [last, memory] = [lastChoiceFor(items, clientId, offered), appMemoriesOf(items).get(clientId)]
  if (request.status !== 'pending' || !last || request.asked === undefined || hasNews(profile)) return undefined
  if (!memory || memory.goesOnUnder !== keyInForce(unlock)) return undefined
  if (!isAsShown(await digestShown(request, offered), memory.shown)) return undefined
  const vault = [...profile.claims, ...offered]
  const shares = sharesOf(request, { vault, selection: startSelection(request, { vault, last }), last })
  const isWhole =
    findRequiredGap(shares) === undefined &&
    findUnverified(shares, request.client.verified_claims_required) === undefined
  return isWhole && isAsBefore(shares, last) && (await isInForm(context, shares)) ? shares : undefined
}

/** Words of the app and its scopes, and for each credential all that could be shared of it. */
function isAsShown(now: AppMemory['shown'], before: AppMemory['shown']): boolean {
  return Object.entries(now).every(([name, hash]) => findOwn(before, name) === hash)
}

/** The preview shows a native app's scheme with its colon. */
function isApp(request: AuthorizationRequestDetails, said: ShownBefore['app']): boolean {
  const { names, host } = appIdentityOf(request)
  // Release nothing to an address that the page would not return to.
  if (findReturnTarget(request.redirect_uri) === undefined) return false
  return names.includes(said.name) && host === said.host.replace(/:$/, '')
}

function hasNews(profile: OpenedProfile): boolean {
  const { scope, firstUse, isRecoveryKeyReplaced, continuity, heldEntries } = profile
  const { needsNewPasswordRecord, needsRecoveryKey } = profile
  const isKnown = firstUse === undefined && continuity === 'verified' && heldEntries === 0
  const hasKey = !isRecoveryKeyReplaced && !needsRecoveryKey
  return scope !== 'full' || needsNewPasswordRecord || !hasKey || !isKnown
}

/** Same scopes, same answers; each claim is the same entry with the same text, or was left out. */
function isAsBefore(shares: readonly ScopeShare[], last: LastChoice): boolean {
  const approved = approvedScopes(shares)
  return shares.every(
    ({ scope, isOn, claims }) =>
      findOwn(last.scopes, scope.name) === approved.includes(scope.name) &&
      claims.every(({ claim, isOn: isChosen, chosenId, value, mark }) => {
        if (!isOn || !isChosen) return !wasShared(claim, last) && (mark === undefined || mark === 'left_out')
        return findOwn(last.claims, claim) === chosenId && findOwn(last.values, claim) === value
      }),
  )
}

/** A value that changes its form was not shown as it would leave. An issuer's value never does. */
async function isInForm(context: Approving, shares: readonly ScopeShare[]): Promise<boolean> {
  const claims = claimsToShare(shares.filter(({ scope }) => !isCredentialScope(scope)))
  const normalised = await normaliseClaims(claims, authorOf(context).wroteAt).catch(() => undefined)
  return normalised !== undefined && Object.entries(claims).every(([claim, value]) => normalised[claim] === value)
}

function textsOf(names: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(names).map((entry) => JSON.stringify(entry))
}

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((each) => other.includes(each))
}
