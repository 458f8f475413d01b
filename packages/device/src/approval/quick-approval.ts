import { type AppMemory, appMemoriesOf } from '../apps/app-memory.ts'
import type { AskedBefore, AskedShape } from '../apps/asked-before.ts'
import { lastChoiceFor } from '../apps/past-releases.ts'
import type { ClaimItem } from '../claims/claim-items.ts'
import {
  type AskedScope,
  approvedScopes,
  type ClaimShare,
  claimsToShare,
  findRequiredGap,
  findUnverified,
  issuersToShare,
  newlyPossible,
  type ScopeShare,
  sharedClaims,
  startingShares,
} from '../claims/claims.ts'
import { offeredClaims } from '../credentials/requested-credentials.ts'
import { findOwn } from '../device-storage.ts'
import { countHeld } from '../session/held-vault.ts'
import { profileOf } from '../session/profile.ts'
import { keyInForce } from '../session/replaced-recovery-key.ts'
import type { OpenSession } from '../session/state.ts'
import type { SharedBefore } from '../session-storage.ts'
import type { LastChoice, OpenedProfile } from '../views.ts'

type Scoped<Scope extends AskedScope> = AskedShape & { readonly scope_details: readonly Scope[] }

type Remembered = {
  readonly clientId: string
  readonly before: AskedBefore
  readonly profile: Pick<OpenedProfile, 'claims' | 'credentials'>
  readonly now: number
}

/** The one computation of what goes again: the page before the unlock says it, and `approveQuickly` shares it. */
export function quickShares<Scope extends AskedScope>(
  request: Scoped<Scope>,
  { items }: OpenSession['vault'],
  { clientId, before, profile, now }: Remembered,
): readonly ScopeShare<Scope>[] | undefined {
  const offered = offeredClaims({ client: { ...request.client, client_id: clientId } }, profile.credentials, now)
  const last = lastChoiceFor(items, clientId, offered)
  if (!last) return undefined
  const shares = startingShares(request, { vault: [...profile.claims, ...offered], last })
  const isWhole =
    findRequiredGap(shares) === undefined &&
    findUnverified(shares, request.client.verified_claims_required) === undefined
  return isWhole && isAsLast(shares, { before, last }) ? shares : undefined
}

/** Memories of apps that may go on with one gesture: not ended, nor approved under a recovery key since replaced. */
export function memoriesThatGoOn({ vault, unlock }: OpenSession): ReadonlyMap<string, AppMemory> {
  const key = keyInForce(unlock)
  return new Map([...appMemoriesOf(vault.items)].filter(([, { goesOnUnder }]) => goesOnUnder === key))
}

/** The page must say something of the vault first. */
export function hasNews(session: OpenSession): boolean {
  const { method, needsNewPasswordRecord, firstUse, isRecoveryKeyReplaced, vault } = session
  const isKnown = firstUse === undefined && vault.continuity === 'verified' && countHeld(session) === 0
  const hasKey = isRecoveryKeyReplaced !== true && vault.unconfirmedRecovery === undefined
  return method === 'recovery' || needsNewPasswordRecord || !hasKey || !isKnown
}

const SHARED = 32

/** Claims that each app gets again with one gesture, newest first: for the next page, before the vault is open. */
export async function findSharedBefore(session: OpenSession, now: number): Promise<readonly SharedBefore[]> {
  if (hasNews(session)) return []
  const latest = [...memoriesThatGoOn(session)].toSorted(([, left], [, right]) => (left.at > right.at ? -1 : 1))
  const known = latest
    .slice(0, SHARED)
    .flatMap(([clientId, { asked }]) => asked.map((before) => ({ clientId, before })))
  const kinds = known.filter(({ before }) => before.asked !== '').slice(0, SHARED)
  if (kinds.length === 0) return []
  const profile = await profileOf(session, now)
  return kinds.flatMap(({ clientId, before }) => {
    const shares = quickShares(before, session.vault, { clientId, before, profile, now })
    return shares ? [describeShares(shares, before)] : []
  })
}

function describeShares(
  shares: readonly ScopeShare<AskedScope>[],
  { asked, isSealed, client }: AskedBefore,
): SharedBefore {
  const ends = sharedClaims(shares).flatMap((share) => endsOf(share, client.verified_claims_required ?? []))
  return {
    asked,
    claims: Object.keys(claimsToShare(shares)),
    issuers: issuersToShare(shares),
    isSealed,
    possible: newlyPossible(shares),
    until: ends.toSorted((left, right) => Date.parse(left) - Date.parse(right))[0],
  }
}

function endsOf(share: ClaimShare, verifiedOnly: readonly string[]): readonly string[] {
  const chosen = chosenOf(share)
  const verifiedUntil = verifiedOnly.includes(share.claim) ? chosen?.verified?.until : undefined
  return [chosen?.issuedBy?.until, verifiedUntil].flatMap((end) => end ?? [])
}

function chosenOf({ options, chosenId }: ClaimShare): ClaimItem | undefined {
  return options.find(({ id }) => id === chosenId)
}

type Last = { readonly before: AskedBefore; readonly last: LastChoice }

/** Same scopes and claims, each the same entry with the same text. Others of the vault stay off. */
function isAsLast(shares: readonly ScopeShare<AskedScope>[], { before, last }: Last): boolean {
  const approved = approvedScopes(shares)
  const isSame = ({ claim, chosenId, value }: ClaimShare) =>
    findOwn(last.claims, claim) === chosenId && findOwn(last.values, claim) === value
  return (
    shares.every(({ scope }) => findOwn(last.scopes, scope.name) === approved.includes(scope.name)) &&
    isSameSet(Object.keys(claimsToShare(shares)), before.shared) &&
    sharedClaims(shares).every(isSame)
  )
}

export function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((each) => other.includes(each))
}
