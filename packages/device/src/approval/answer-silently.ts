import type { AuthorizationRequestDetails, SilentAnswer } from '@countersign/contracts'
import type { CoreApi } from '../api/core-api.ts'
import type { Addressee, ReturnParts } from '../apps/return-address.ts'
import { type FailureCode, toFailure } from '../failure.ts'
import type { KeptSessions } from '../session/kept-sessions.ts'
import type { StoredSession } from '../session-storage.ts'
import { sealClaims } from './seal-claims.ts'

export type SilentOutcome =
  | (ReturnParts & { readonly app: Addressee; readonly code: string })
  | Extract<SilentAnswer, { error: string }>

const NOT_THIS_USER: FailureCode[] = ['invalid_session', 'not_found', 'user_mismatch', 'insufficient_session']

/** Answers `prompt=none` with the vault locked. No claim leaves; core checks that the user approved the app before. */
export async function answerSilently(context: Kept, id: string): Promise<SilentOutcome> {
  const kept = await context.sessions.read()
  if (!kept) return { error: 'login_required' }
  try {
    const request = await context.api.readRequest(kept.token, id)
    const answer = await answerWithin(context, kept, request)
    if ('error' in answer) return answer
    const { authorization_code: code, state, redirect_uri: redirectUri } = answer
    return { app: request, redirectUri, state, code }
  } catch (error) {
    if (NOT_THIS_USER.includes(toFailure(error).code)) return { error: 'login_required' }
    throw error
  }
}

async function answerWithin(
  { api }: { readonly api: CoreApi },
  { token, userId }: StoredSession,
  request: AuthorizationRequestDetails,
): Promise<SilentAnswer> {
  const { auth_request_id: id, client, subject = userId } = request
  const attest = { auth_request_id: id, user_id: userId, audience: client.client_id }
  const { claims_encryption_jwk: key, client_id: audience } = client
  const sealed = key && (await sealClaims({ claims: {}, key, audience, subject, authRequestId: id }))
  const nothing = sealed ? { claim_names: [], claims_jwe: sealed.claims_jwe } : { claims: {} }
  const { data_token: dataToken } = await api.attestData(token, { ...attest, ...nothing })
  return api.answerSilently(token, id, dataToken)
}

type Kept = { readonly api: CoreApi; readonly sessions: KeptSessions }
