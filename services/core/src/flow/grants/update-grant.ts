import type { GrantUpdated, GrantUpdateRequest } from '@countersign/contracts'
import { signDataUpdate } from '@countersign/data-token'
import { ServiceError } from '@countersign/service/errors'
import type { AuthenticatedSession } from '../../accounts/sessions/sessions.ts'
import { logDataUpdated } from '../../ground/events.ts'
import type { WithClock, WithConfig, WithLogger, WithProvider } from '../../ground/parts.ts'
import { checkAttestations, checkSealedClaims, requireVerified } from '../attestation/check-claims.ts'

type Parts = WithConfig & WithProvider & WithLogger & WithClock

/**
 * Signs what this session's person shares with an app as it is now, and hands it to the provider; checked as an approval is.
 * Values are sealed: neither of us can tell which one changed.
 * @throws ServiceError
 */
export async function updateGrant(
  dependencies: Parts,
  { update, session, network }: { update: GrantUpdateRequest; session: AuthenticatedSession; network: string },
): Promise<GrantUpdated> {
  const { config, provider, logger, now } = dependencies
  const { userId } = session
  const grantId = update.grant_id.toLowerCase()
  const grant = await provider.findUpdatableGrant(userId, grantId)
  if (grant.client_id !== update.audience) throw new ServiceError('not_found', 'You have no such grant of this app.')
  const key = grant.claims_encryption_jwk
  const sealed = checkSealedClaims(update, { scope_details: grant.scope_details, client: {} }, key)
  const { attestations = [], version } = update
  const attested = await checkAttestations(dependencies, { attestations, userId, shared: sealed.claim_names })
  requireVerified(grant.verified_claims_required, sealed.claim_names, attested)
  const about = { iss: config.issuer, sub: grant.subject, aud: grant.client_id, auth_request_id: grantId, claims: {} }
  const copied = attested.length > 0 ? { claim_attestations: attested } : {}
  const timing = { now: now(), grantEndsAt: grant.ends_at === null ? undefined : new Date(grant.ends_at) }
  const dataToken = signDataUpdate(config.dataTokenKeys, { ...about, ...sealed, ...copied, version }, timing)
  const kept = await provider.updateGrant({ grant_id: grantId, user_id: userId, data_token: dataToken }, network)
  logDataUpdated(logger, { ...session, authRequestId: grantId, clientId: grant.client_id })
  return kept
}
