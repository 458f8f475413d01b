import type { AuthorizationRequestDetails, AuthorizationRequestQuery } from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'
import type { WithScopes } from '../../catalogue/scopes/scope-registry.ts'
import { describeScopes } from '../../catalogue/scopes/scopes.ts'
import { logoUrl } from '../../clients/client-logo.ts'
import type { WithClients } from '../../clients/client-registry.ts'
import type { WithConfig, WithKeys, WithSql } from '../../ground/parts.ts'
import { prepareSubjects } from '../identity/subject.ts'
import { digestAsked } from './digest-asked.ts'
import { findRequest } from './request.store.ts'
import { openLoginHint } from './sealed-login-hint.ts'

/**
 * An authorization request as the consent page shows it, an expired one too.
 * @throws `not_found`
 */
export async function showRequest(
  { sql, clients, scopes, config, keys }: WithSql & WithConfig & WithKeys & WithScopes & WithClients,
  { auth_request_id: authRequestId, user_id: userId }: AuthorizationRequestQuery,
): Promise<AuthorizationRequestDetails> {
  const request = await findRequest(sql, authRequestId, userId)
  const client = request && (await clients.find(request.clientId))
  if (!request || !client) throw new ServiceError('not_found', 'There is no such authorization request.')
  const { responseMode, prompt, maxAgeSeconds, sealedLoginHint } = request
  const isNamedOtherwise = userId !== undefined && client.subjectType === 'pairwise'
  const subject = isNamedOtherwise ? (await prepareSubjects(keys, client))(userId) : undefined
  const loginHint = sealedLoginHint && openLoginHint(sealedLoginHint, config.serviceTokens)
  const known = await scopes.of(request.requestedScopes)
  const asked = digestAsked(request, client, { known, secrets: config.serviceTokens })
  return {
    auth_request_id: request.authRequestId,
    status: client.disabledAt ? 'expired' : request.status,
    expires_at: request.expiresAt.toISOString(),
    requested_scopes: [...request.requestedScopes],
    scope_details: describeScopes(client, request.requestedScopes, known),
    state: request.state,
    redirect_uri: request.redirectUri,
    client: {
      client_id: client.clientId,
      name: client.name,
      logo: logoUrl(config.issuer, client.clientId),
      description: client.description,
      ...(!client.isVouchedFor && { unreviewed: true }),
      ...(client.claimsEncryptionKey && { claims_encryption_jwk: client.claimsEncryptionKey }),
      ...(client.policyUri !== undefined && { policy_uri: client.policyUri }),
      ...(client.tosUri !== undefined && { tos_uri: client.tosUri }),
      ...(client.verifiedClaimsRequired.length > 0 && { verified_claims_required: [...client.verifiedClaimsRequired] }),
      ...(client.credentialsRequested.length > 0 && { credentials_requested: [...client.credentialsRequested] }),
    },
    ...(subject !== undefined && { subject }),
    ...(responseMode === 'form_post' && { response_mode: responseMode }),
    ...(prompt !== undefined && { prompt }),
    ...(maxAgeSeconds !== undefined && { max_age: maxAgeSeconds }),
    ...(loginHint !== undefined && { login_hint: loginHint }),
    ...(asked !== undefined && { asked }),
  }
}
