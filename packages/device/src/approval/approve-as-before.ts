import type { AuthorizationRequestDetails } from '@countersign/contracts'
import { type AppMemory, appMemoriesOf } from '../apps/app-memory.ts'
import { lastChoiceFor } from '../apps/past-releases.ts'
import { type Addressee, findReturnTarget, type ReturnParts } from '../apps/return-address.ts'
import { normaliseClaims } from '../claims/check-claim.ts'
import {
  approvedScopes,
  claimsToShare,
  findRequiredGap,
  findUnverified,
  type ScopeShare,
  sharesOf,
  shownClaims,
} from '../claims/claims.ts'
import { startSelection, wasShared } from '../claims/start-selection.ts'
import { authorOf } from '../clock.ts'
import { offeredClaims } from '../credentials/requested-credentials.ts'
import { findOwn } from '../device-storage.ts'
import { refreshSession } from '../session/current-session.ts'
import { toProfile } from '../session/profile.ts'
import { keyInForce } from '../session/replaced-recovery-key.ts'
import { currentSession } from '../session/state.ts'
import type { LastChoice, OpenedProfile } from '../views.ts'
import { type Approving, approveRequest } from './answer-request.ts'
import { type AppIdentity, appIdentityOf } from './app-identity.ts'
import { digestShown, openRequest } from './read-request.ts'

/** Shown before the vault was open: the app, and the claims that it got last. */
export type ShownBefore = {
  readonly id: string
  readonly app: Pick<AppIdentity, 'name' | 'host'>
  readonly claims: readonly string[]
}

/** Decides by the vault's memory alone. Null if the consent page would show anything but these claims, unchanged. */
export async function approveAsBefore(
  context: Approving,
  { id, app: said, claims }: ShownBefore,
): Promise<(ReturnParts & { app: Addressee; code: string }) | null> {
  const [app] = await Promise.all([openRequest(context, id), refreshSession(context)])
  const profile = await toProfile(context)
  const shares = isApp(app, said) ? await findSharesAsBefore(context, app, profile) : undefined
  if (!shares || !isSameSet(Object.keys(claimsToShare(shares)), claims)) return null
  const shown = { scopes: approvedScopes(shares), claims: shownClaims(shares, profile.claims) }
  return { app, ...(await approveRequest(context, { id, ...shown })) }
}

async function findSharesAsBefore(
  context: Approving,
  request: AuthorizationRequestDetails,
  profile: OpenedProfile,
): Promise<readonly ScopeShare[] | undefined> {
  const { unlock, vault: opened } = currentSession(context)
  const { items } = opened
  const { client_id: clientId } = request.client
  // Claims from credentials need consent each time.
  if (offeredClaims(request, profile.credentials, context.clock.now()).length > 0) return undefined
  const [last, memory] = [lastChoiceFor(items, clientId, []), appMemoriesOf(items).get(clientId)]
  if (request.status !== 'pending' || !last || request.asked === undefined || hasNews(profile)) return undefined
  if (memory?.goesOnUnder !== keyInForce(unlock) || !(await isShownAsBefore(request, memory?.shown))) return undefined
  const vault = profile.claims
  const shares = sharesOf(request, { vault, selection: startSelection(request, { vault, last }), last })
  const isWhole =
    findRequiredGap(shares) === undefined &&
    findUnverified(shares, request.client.verified_claims_required) === undefined
  return isWhole && isAsBefore(shares, last) && (await isInForm(context, shares)) ? shares : undefined
}

async function isShownAsBefore(request: AuthorizationRequestDetails, shown: AppMemory['shown'] | undefined) {
  return Object.entries(await digestShown(request)).every(([name, hash]) => findOwn(shown, name) === hash)
}

/** The preview shows a native app's scheme with its colon. */
function isApp(request: AuthorizationRequestDetails, said: ShownBefore['app']): boolean {
  const { name, host } = appIdentityOf(request)
  // Release nothing to an address that the page would not return to.
  if (findReturnTarget(request.redirect_uri) === undefined) return false
  return name === said.name && host === said.host.replace(/:$/, '')
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

/** A value that changes its form was not shown as it would leave. */
async function isInForm(context: Approving, shares: readonly ScopeShare[]): Promise<boolean> {
  const claims = claimsToShare(shares)
  const normalised = await normaliseClaims(claims, authorOf(context).wroteAt).catch(() => undefined)
  return normalised !== undefined && Object.entries(claims).every(([claim, value]) => normalised[claim] === value)
}

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((each) => other.includes(each))
}
