import { ACR_OF_METHOD, type AttestDataRequest, type AuthorizationRequestDetails } from '@countersign/contracts'
import { signDataToken, verifiedFlagsOf } from '@countersign/data-token'
import { ServiceError } from '@countersign/service/errors'
import type { ActiveSession } from '../../accounts/sessions/session.store.ts'
import type { AuthenticatedSession, WithSessions } from '../../accounts/sessions/sessions.ts'
import { logDataAttested } from '../../ground/events.ts'
import type { WithClock, WithConfig, WithLogger, WithProvider } from '../../ground/parts.ts'
import {
  checkAttestations,
  checkClaims,
  checkSealedClaims,
  requireSameValues,
  requireVerified,
} from './check-claims.ts'

/**
 * Signs that this session approved these claims for this request, not that they are true. Claims are neither stored nor
 * logged; sealed ones are unreadable here.
 */
export async function attestData(
  dependencies: WithConfig & WithProvider & WithSessions & WithLogger & WithClock,
  session: AuthenticatedSession,
  attest: AttestDataRequest,
): Promise<string> {
  const { config, provider, logger, now } = dependencies
  const { auth_request_id, user_id } = attest
  if (user_id !== session.userId) {
    throw new ServiceError('user_mismatch', 'You are signed in as another person. Sign in again.')
  }
  // Read now: another process, or another core, may have decided the request since it was shown.
  const request = await provider.readRequest(auth_request_id, user_id)
  const attestation = await checkAnswer(dependencies, session, { attest, request })
  const timing = { now: now(), lifetimeSeconds: config.dataTokenLifetimeSeconds }
  const dataToken = signDataToken(config.dataTokenKeys, attestation, timing)
  logDataAttested(logger, { ...session, authRequestId: attestation.auth_request_id, clientId: attestation.aud })
  return dataToken
}

type Answer = { readonly attest: AttestDataRequest; readonly request: AuthorizationRequestDetails }

async function checkAnswer(
  dependencies: WithConfig & WithSessions & WithClock,
  session: AuthenticatedSession,
  { attest, request }: Answer,
) {
  requirePending(request)
  if (attest.audience !== request.client.client_id) {
    throw new ServiceError('invalid_request', 'audience must be the client_id of the app that asks.')
  }
  const approved = checkApproved(attest, request)
  return {
    iss: dependencies.config.issuer,
    // A pairwise app must not learn the user id; the provider checks whose subject this is.
    sub: request.subject ?? session.userId,
    aud: request.client.client_id,
    auth_request_id: request.auth_request_id,
    ...(await checkVerified(dependencies, attest, { userId: session.userId, request, approved })),
    ...describeSignIn(asksForSignIn(request) ? await dependencies.guard.readSessionAgain(session) : session),
  }
}

/** Then the time or the way of the sign-in matters, and the user may have just signed in at another process. */
function asksForSignIn({ prompt, max_age, acr_values }: AuthorizationRequestDetails): boolean {
  return prompt !== undefined || max_age !== undefined || acr_values !== undefined
}

/** No `acr` after a recovery. */
function describeSignIn({ authTime, method }: ActiveSession): { readonly auth_time: number; readonly acr?: string } {
  const acr = method === undefined || method === 'recovery' ? {} : { acr: ACR_OF_METHOD[method] }
  return { auth_time: Math.floor(authTime.getTime() / 1000), ...acr }
}

/**
 * An app with a key takes only sealed claims. Its registration decides, not the request, so that no old or malicious page
 * can leave the seal off.
 */
function checkApproved(attest: AttestDataRequest, request: AuthorizationRequestDetails) {
  const { client, scope_details } = request
  const key = client.claims_encryption_jwk
  if ('claims' in attest) {
    if ('claim_names' in attest || 'claims_jwe' in attest) {
      throw new ServiceError('invalid_request', 'Send claims, or claim_names with claims_jwe, and not both.')
    }
    if (key) throw new ServiceError('invalid_claims', 'This app takes sealed claims only. Load the request again.')
    return { claims: checkClaims(attest.claims, scope_details) }
  }
  if (!key) throw new ServiceError('invalid_claims', 'This app has no key for sealed claims. Load the request again.')
  return { claims: {}, ...checkSealedClaims(attest, request, key) }
}

type Approved = ReturnType<typeof checkApproved>
type Verifiable = {
  readonly userId: string
  readonly request: AuthorizationRequestDetails
  readonly approved: Approved
}

/** Adds attestations, and for open claims the `verified` flags that follow from them. */
async function checkVerified(
  dependencies: WithConfig & WithClock,
  attest: AttestDataRequest,
  { userId, request, approved }: Verifiable,
) {
  const { attestations = [] } = attest
  const shared = 'claim_names' in approved ? approved.claim_names : Object.keys(approved.claims)
  const attested = await checkAttestations(dependencies, { attestations, userId, shared })
  requireVerified(request.client.verified_claims_required ?? [], shared, attested)
  const copied = attested.length > 0 ? { claim_attestations: attested } : {}
  if ('claim_names' in approved) return { ...approved, ...copied }
  const { salts = {} } = 'claims' in attest ? attest : {}
  await requireSameValues({ claims: approved.claims, salts, attested })
  const isVerified = (name: string) => attested.some(({ claim }) => claim === name)
  return { ...approved, ...verifiedFlagsOf(approved.claims, isVerified), ...copied }
}

function requirePending({ status }: AuthorizationRequestDetails): void {
  switch (status) {
    case 'pending':
      return
    case 'expired':
      throw new ServiceError('request_expired', 'This request has expired. Go back to the app and start again.')
    case 'approved':
    case 'denied':
      throw new ServiceError('request_not_pending', 'This request has already been decided.')
  }
}
