import type {
  AuthorizationRequestDetails,
  Grant,
  GrantTerms,
  SilentAnswer,
  SilentAnswerBody,
} from '@countersign/contracts'
import { ServiceError } from '@countersign/service'
import { recordSilentSignIn } from '../account-events/account-event.store.ts'
import type { CoreDependencies } from '../dependencies.ts'
import { logRequestCompleted } from '../events.ts'
import { listPendingRevocations } from '../grants/pending-revocation.store.ts'
import type { Caller } from '../http/caller.ts'
import type { ActiveSession } from '../sessions/sessions.ts'

type Silent = SilentAnswerBody & { readonly authRequestId: string; readonly caller: Caller }

/**
 * Signs a person in to an app that they have approved before, without asking them and without their vault: for a request
 * with `prompt=none`, of `openid` alone, and for no longer than they said then. The account's events tell them of it, since
 * their own log is shut.
 * @throws `invalid_request` for a request that waits for a person, and what the provider refuses
 */
export async function answerSilently(
  { sql, provider, logger }: CoreDependencies,
  session: ActiveSession,
  { authRequestId, caller, data_token }: Silent,
): Promise<SilentAnswer> {
  const { userId } = session
  const request = await provider.readRequest(authRequestId, userId)
  if (request.prompt !== 'none') throw new ServiceError('invalid_request', 'This request waits for a person.')
  if (!asksForIdentityOnly(request)) return { error: 'interaction_required' }
  const pending = await listPendingRevocations(sql, { limit: 1, onlyOf: userId })
  // What the person has ended lives on at the provider until it hears of it.
  if (pending.length > 0) return { error: 'consent_required' }
  const { client_id: clientId } = request.client
  const { grants } = await provider.listGrants(userId)
  const allowing = grants.filter((grant) => grant.client.client_id === clientId && allowsReturn(grant))
  if (allowing.length === 0) return { error: 'consent_required' }
  const consent = {
    auth_request_id: authRequestId,
    user_id: userId,
    approved_scopes: ['openid'],
    data_token,
    ...termsOf(allowing),
  }
  const { origin } = caller
  try {
    const completed = await provider.completeRequest(consent, origin.network)
    // Only approving nothing is answered as a denial.
    if ('error' in completed) return { error: 'interaction_required' }
    // The code is made: without it the app would wait for an answer that there is.
    await recordSilentSignIn(sql, { userId, clientId, origin }).catch((error: unknown) =>
      logger.error({ err: error }, 'A silent sign-in could not be recorded.'),
    )
    logRequestCompleted(logger, { ...session, authRequestId })
    return completed
  } catch (error) {
    if (error instanceof ServiceError && NEEDS_SIGN_IN.includes(error.code)) return { error: 'login_required' }
    throw error
  }
}

/** The sign-in is too old for the app, or somebody else's than it asks for. */
const NEEDS_SIGN_IN: readonly ServiceError['code'][] = ['reauth_required', 'user_mismatch']

function asksForIdentityOnly({ requested_scopes }: AuthorizationRequestDetails): boolean {
  return requested_scopes.length === 1 && requested_scopes.includes('openid')
}

/** What ends with its access token, as everything does that was allowed once, is for no other sign-in. */
function allowsReturn({ scopes, ends_at: endsAt, access_expires_at: accessEndsAt }: Grant): boolean {
  return scopes.includes('openid') && (endsAt === null || endsAt !== accessEndsAt)
}

/** Nobody was asked, so what the person said before holds: the latest end, and none only where one grant has none. */
function termsOf(grants: readonly Grant[]): { readonly grant?: GrantTerms } {
  const ends = grants.map(({ ends_at }) => ends_at)
  const [latest] = ends.flatMap((end) => end ?? []).toSorted((one, other) => Date.parse(other) - Date.parse(one))
  return latest === undefined || ends.includes(null) ? {} : { grant: { ends_at: latest } }
}
