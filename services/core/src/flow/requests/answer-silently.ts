import type { AuthorizationRequestDetails, SilentAnswer, SilentAnswerBody } from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'
import { recordSilentSignIn } from '../../accounts/records/account-event.store.ts'
import { listPendingRevocations } from '../../accounts/records/revocations/pending-revocation.store.ts'
import type { ActiveSession } from '../../accounts/sessions/session.store.ts'
import { logRequestCompleted } from '../../ground/events.ts'
import type { Caller } from '../../ground/http/caller.ts'
import type { WithLogger, WithProvider, WithSql } from '../../ground/parts.ts'

type Silent = SilentAnswerBody & { readonly authRequestId: string; readonly caller: Caller }

/**
 * Answers `prompt=none` for `openid` alone, if the user has approved the app before and for as long as they allowed then.
 * Needs no vault, so an account event takes the place of an entry in the user's log.
 * @throws `invalid_request` without `prompt=none`, and the provider's refusals
 */
export async function answerSilently(
  { sql, provider, logger }: WithSql & WithProvider & WithLogger,
  session: ActiveSession,
  { authRequestId, caller, data_token }: Silent,
): Promise<SilentAnswer> {
  const { userId, sessionId: session_id } = session
  const request = await provider.readRequest(authRequestId, userId)
  if (request.prompt !== 'none') throw new ServiceError('invalid_request', 'This request waits for a person.')
  if (!asksForIdentityOnly(request)) return { error: 'interaction_required' }
  const pending = await listPendingRevocations(sql, { limit: 1, onlyOf: userId })
  // The provider has not heard yet of grants that the user has ended.
  if (pending.length > 0) return { error: 'consent_required' }
  const { client_id: clientId } = request.client
  const asked = { auth_request_id: authRequestId, user_id: userId, session_id, approved_scopes: ['openid'], data_token }
  const { origin } = caller
  try {
    const completed = await provider.completeRequest({ ...asked, unasked: true }, origin.network)
    // Only approving nothing is answered as a denial.
    if ('error' in completed) return { error: 'interaction_required' }
    // The code exists, so a failure here must not withhold the answer.
    await recordSilentSignIn(sql, { userId, clientId, origin }).catch((error: unknown) =>
      logger.error({ err: error }, 'A silent sign-in could not be recorded.'),
    )
    logRequestCompleted(logger, { ...session, authRequestId })
    return completed
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    if (NEEDS_SIGN_IN.includes(error.code)) return { error: 'login_required' }
    // Known only at approval: a grant checked before may be revoked meanwhile.
    if (error.code === 'consent_required') return { error: 'consent_required' }
    throw error
  }
}

/** The sign-in is too old for the app, or another user's than `id_token_hint` names. */
const NEEDS_SIGN_IN: readonly ServiceError['code'][] = ['reauth_required', 'user_mismatch']

function asksForIdentityOnly({ requested_scopes }: AuthorizationRequestDetails): boolean {
  return requested_scopes.length === 1 && requested_scopes.includes('openid')
}
