import type { CoreApi } from '../api/core-api.ts'
import type { Addressee, ReturnParts } from '../apps/return-address.ts'
import type { KeptSessions } from '../session/kept-sessions.ts'
import { currentSession, type Reading, required } from '../session/state.ts'

type Kept = { readonly api: CoreApi; readonly sessions: KeptSessions }

export async function denyRequest(context: Pick<Reading, 'api' | 'state'>, id: string): Promise<ReturnParts> {
  const denied = await context.api.denyRequest(currentSession(context).token, id)
  return { redirectUri: denied.redirect_uri, state: denied.state }
}

/**
 * Denies within the kept session while the vault is locked: nothing is shared, so no gesture is needed.
 * @throws ClientError `locked` where no session is kept
 */
export async function denyLocked({ api, sessions }: Kept, id: string): Promise<ReturnParts & { app: Addressee }> {
  const { token } = required(await sessions.read())
  const app = await api.readRequest(token, id)
  const denied = await api.denyRequest(token, id)
  return { app, redirectUri: denied.redirect_uri, state: denied.state }
}

/**
 * Lets another user read the request next. Works within the open session or the kept one.
 * @throws ClientError `locked` without either, `not_found` for another user's request or one that waits no more
 */
export async function giveBackRequest(
  { api, sessions, state }: Kept & Pick<Reading, 'state'>,
  id: string,
): Promise<void> {
  const { token } = required(state.session ?? (await sessions.read()))
  await api.giveBackRequest(token, id)
}
