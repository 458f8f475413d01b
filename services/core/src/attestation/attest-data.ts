import type { AttestDataRequest, AuthorizationRequestDetails } from '@countersign/contracts'
import { signDataToken } from '@countersign/data-token'
import { ServiceError } from '@countersign/service'
import type { Core } from '../dependencies.ts'
import { logDataAttested } from '../events.ts'
import type { ActiveSession } from '../sessions/sessions.ts'
import { checkClaims } from './check-claims.ts'

/**
 * Signs that this session approved these claims for this request. Not that they are true: only the person knows that.
 * The claims are neither stored nor logged. Throws ServiceError.
 */
export async function attestData(
  { config, provider, logger, now }: Core,
  session: ActiveSession,
  { auth_request_id, user_id, audience, claims }: AttestDataRequest,
): Promise<string> {
  if (user_id !== session.userId) {
    throw new ServiceError('user_mismatch', 'You are signed in as somebody else. Sign in again.')
  }
  const request = await provider.readRequest(auth_request_id, session.userId)
  requirePending(request)
  if (audience !== request.client.client_id) {
    throw new ServiceError('invalid_request', 'audience must be the client_id of the app that asks.')
  }
  const attestation = {
    iss: config.issuer,
    sub: session.userId,
    aud: request.client.client_id,
    auth_request_id: request.auth_request_id,
    claims: checkClaims(claims, request.scope_details),
    auth_time: Math.floor(session.authTime.getTime() / 1000),
  }
  const timing = { now: now(), lifetimeSeconds: config.dataTokenLifetimeSeconds }
  const dataToken = signDataToken(config.dataTokenKeys, attestation, timing)
  logDataAttested(logger, { ...session, authRequestId: attestation.auth_request_id }, attestation.aud)
  return dataToken
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
