import type { GrantTerms } from '@countersign/contracts'
import { goOnStanding, type StandingAnswer } from '../apps/standing-answer.ts'
import { newSecret } from '../crypto.ts'
import type { SharedAttestations } from '../verification/verify-claim.ts'
import type { Release } from './resolve-approval.ts'

type Approving = {
  readonly grant: GrantTerms | undefined
  readonly attested: SharedAttestations
  readonly wroteAt: Date
  readonly userId: string
}

/** Undefined unless the user keeps the app up to date. Issued credentials are not included: they are bound to one request. */
export function standingAnswerFor(
  { request, scopes, claims }: Release,
  { grant, attested, wroteAt, userId }: Approving,
): StandingAnswer | undefined {
  const { claims_encryption_jwk: key, verified_claims_required: verifiedOnly = [] } = request.client
  if (!grant || 'once' in grant || grant.keeps_up_to_date !== true || !key) return undefined
  return {
    since: wroteAt.toISOString(),
    until: 'ends_at' in grant ? grant.ends_at : undefined,
    key,
    subject: request.subject ?? userId,
    scopes,
    verifiedOnly,
    sent: claims,
    verified: Object.keys(attested.salts),
    version: 0,
    grants: [{ id: request.auth_request_id, secret: newSecret(), claims: Object.keys(claims), from: 0 }],
  }
}

/** The new grant begins with the newest data; earlier ones go on. */
export function afterEarlier(before: StandingAnswer | undefined, now: StandingAnswer): StandingAnswer {
  if (!before) return now
  const grants = now.grants.map((grant) => Object.assign({}, grant, { from: before.version }))
  return goOnStanding(before, { ...now, grants })
}
