import type { AuthorizationRequestDetails } from '@countersign/contracts'
import { type AppMemory, appMemoriesOf } from '../apps/app-memory.ts'
import { type Addressee, findReturnTarget, type ReturnParts } from '../apps/return-address.ts'
import { normaliseClaims } from '../claims/check-claim.ts'
import {
  approvedScopes,
  claimsToShare,
  issuersToShare,
  newlyPossible,
  type ScopeShare,
  shownClaims,
} from '../claims/claims.ts'
import { isCredentialScope } from '../claims/credential-names.ts'
import { authorOf } from '../clock.ts'
import { findOwn } from '../device-storage.ts'
import { refreshSession } from '../session/current-session.ts'
import { toProfile } from '../session/profile.ts'
import { currentSession } from '../session/state.ts'
import type { OpenedProfile } from '../views.ts'
import { type Approving, approveRequest } from './answer-request.ts'
import { type AppIdentity, appIdentityOf } from './app-identity.ts'
import { hasNews, isSameSet, memoriesThatGoOn, quickShares } from './quick-approval.ts'
import { digestShown, openRequest } from './read-request.ts'

/** Shown before the vault was open: the app, the claims that it got last, and the names of their issuers. */
export type ShownBefore = {
  readonly id: string
  /** The name in any of its languages. */
  readonly app: Pick<AppIdentity, 'name' | 'host'>
  readonly claims: readonly string[]
  /** By claim of a credential. */
  readonly issuers: Readonly<Record<string, string>>
  /** Claims that the page offered beside them: to go on was to leave them out. */
  readonly possible: readonly string[]
}

/** Decides by the vault's memory alone. Null if anything else than these claims, unchanged, would be shared. */
export async function approveQuickly(
  context: Approving,
  { id, app: said, claims, issuers, possible }: ShownBefore,
): Promise<(ReturnParts & { app: Addressee; code: string }) | null> {
  const [app] = await Promise.all([openRequest(context, id), refreshSession(context)])
  const profile = await toProfile(context)
  const last = appMemoriesOf(currentSession(context).vault.items).get(app.client.client_id)
  const shares = isApp(app, said) ? await findQuickShares(context, app, profile) : undefined
  if (!shares || !isSameSet(Object.keys(claimsToShare(shares)), claims)) return null
  if (!isSameSet(textsOf(issuersToShare(shares)), textsOf(issuers))) return null
  const shown = { scopes: approvedScopes(shares), claims: shownClaims(shares, profile.claims) }
  const unseen = newlyPossible(shares).filter((claim) => !possible.includes(claim))
  const isKept = last?.standing !== undefined && app.client.keeps_up_to_date === true
  const grant = isKept ? ({ keeps_up_to_date: true } as const) : undefined
  return { app, ...(await approveRequest(context, { id, grant, ...shown }, unseen)) }
}

async function findQuickShares(
  context: Approving,
  request: AuthorizationRequestDetails,
  profile: OpenedProfile,
): Promise<readonly ScopeShare[] | undefined> {
  const session = currentSession(context)
  const { client_id: clientId } = request.client
  const memory = memoriesThatGoOn(session).get(clientId)
  const before = memory?.asked.find(({ asked }) => asked === request.asked)
  if (request.status !== 'pending' || !memory || !before || hasNews(session)) return undefined
  if (!isAsShown(await digestShown(request), memory.shown)) return undefined
  const shares = quickShares(request, session.vault, { clientId, before, profile, now: context.clock.now() })
  return shares && (await isInForm(context, shares)) ? shares : undefined
}

/** Words of the app and of its scopes. */
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

/** A value that changes its form was not shown as it would leave. An issuer's value never does. */
async function isInForm(context: Approving, shares: readonly ScopeShare[]): Promise<boolean> {
  const claims = claimsToShare(shares.filter(({ scope }) => !isCredentialScope(scope)))
  const normalised = await normaliseClaims(claims, authorOf(context).wroteAt).catch(() => undefined)
  return normalised !== undefined && Object.entries(claims).every(([claim, value]) => normalised[claim] === value)
}

function textsOf(names: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(names).map((entry) => JSON.stringify(entry))
}
