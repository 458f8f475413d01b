import type { CoreApi } from '../api/core-api.ts'
import type { OpenSession } from './open-session.ts'
import type { CallInput, CallOutput } from './protocol.ts'

/** Has core sign exactly these claims, then completes the request with the data token. */
export async function approveRequest(
  api: CoreApi,
  { token, userId }: OpenSession,
  { id, clientId, scopes, claims }: CallInput<'approve'>,
): Promise<CallOutput<'approve'>> {
  const { data_token } = await api.attestData(token, {
    auth_request_id: id,
    user_id: userId,
    audience: clientId,
    claims,
  })
  const completed = await api.completeRequest(token, id, { approved_scopes: [...scopes], data_token })
  return { redirectUri: completed.redirect_uri, code: completed.authorization_code, state: completed.state }
}

/** Tells core that the person said no. */
export async function denyRequest(api: CoreApi, { token }: OpenSession, id: string): Promise<CallOutput<'deny'>> {
  const denied = await api.denyRequest(token, id)
  return { redirectUri: denied.redirect_uri, state: denied.state }
}
