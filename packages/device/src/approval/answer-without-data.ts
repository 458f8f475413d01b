import type { AuthorizationRequestDetails, SilentAnswer } from '@countersign/contracts'
import type { CoreApi } from '../api/core-api.ts'
import type { Addressee, ReturnParts } from '../apps/return-address.ts'
import { type FailureCode, toFailure } from '../failure.ts'
import type { KeptSessions } from '../session/kept-sessions.ts'
import { currentSession, type Reading, required } from '../session/state.ts'
import type { StoredSession } from '../session-storage.ts'
import { sealClaims } from './seal-claims.ts'

export type UnaskedAnswer =
  | (ReturnParts & { readonly app: Addressee; readonly code: string })
  | Extract<SilentAnswer, { error: string }>

const NOT_THIS_USER: FailureCode[] = ['invalid_session', 'not_found', 'user_mismatch', 'insufficient_session']

/** Answers `prompt=none` with the vault locked. No claim leaves; core checks that the user approved the app before. */
export async function answerUnasked(context: Kept, id: string): Promise<UnaskedAnswer> {
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

export async function denyRequest(context: Pick<Reading, 'api' | 'state'>, id: string): Promise<ReturnParts> {
  const { redirect_uri: redirectUri, state } = await context.api.denyRequest(currentSession(context).token, id)
  return { redirectUri, state }
}

/** Needs no gesture, since nothing is shared. @throws ClientError `locked` where no session is kept */
export async function denyLocked({ api, sessions }: Kept, id: string): Promise<ReturnParts & { app: Addressee }> {
  const { token } = required(await sessions.read())
  const app = await api.readRequest(token, id)
  const { redirect_uri: redirectUri, state } = await api.denyRequest(token, id)
  return { app, redirectUri, state }
}

export async function giveBackRequest({ api, sessions, state }: Kept & Pick<Reading, 'state'>, id: string) {
  const { token } = required(state.session ?? (await sessions.read()))
  await api.giveBackRequest(token, id)
}
