import type { HeldGrant } from './refresh-token.store.ts'
import type { RefreshToken } from './refresh-token.ts'

export type RefreshRefusal =
  | 'unknown'
  | 'other_client'
  | 'wrong_key'
  | 'revoked'
  | 'reused'
  | 'expired'
  | 'suspended'
  | 'scope_not_granted'

type Repeated = { readonly pair: HeldGrant; readonly refreshToken: RefreshToken; readonly ageSeconds: number }

type Presented = {
  readonly presented: RefreshToken
  /** Of the presented one, under each listed secret. */
  readonly successors: readonly RefreshToken[]
  readonly clientId: string
  /** For so long after a rotation the token before it gets the same answer, used or not. */
  readonly reuseSeconds: number
}

/**
 * Decides about a refresh token (RFC 9700 §4.14.2). Say A was refreshed to B, the current one:
 * - B may be rotated;
 * - A gets B's pair again, as long as that was not used (its answer was lost) or is seconds old (a second tab or worker);
 * - any other token of the chain, however old, is `reused`: there is a copy, so the grant ends.
 *
 * A token without a tag says nothing of a grant that does not know it.
 */
export function decideRefresh(
  held: HeldGrant | undefined,
  { presented, successors, clientId, reuseSeconds }: Presented,
): RefreshRefusal | 'current' | Repeated {
  if (!held) return 'unknown'
  if (held.clientId !== clientId) return 'other_client'
  if (!held.isHeldByKey) return 'wrong_key'
  if (held.isRevoked) return 'revoked'
  // Its database was restored to an older state: no sign of a copy.
  if (presented.rotation > held.rotation) return 'unknown'
  const isCurrent = presented.hash.equals(held.refreshTokenHash)
  const next = successors.find(({ hash }) => hash.equals(held.refreshTokenHash))
  const isRepeatable = next !== undefined && (!held.isPairUsed || held.secondsSinceIssue < reuseSeconds)
  if (!isCurrent && !isRepeatable) return presented.isTagged || next ? 'reused' : 'unknown'
  if (held.isExpired) return 'expired'
  if (held.isSuspended) return 'suspended'
  if (!held.allowsScopes) return 'scope_not_granted'
  return next ? { pair: held, refreshToken: next, ageSeconds: held.secondsSinceIssue } : 'current'
}
