import type { CoreApi } from '../api/core-api.ts'
import type { Addressee, ReturnParts } from '../apps/return-address.ts'
import type { KeptSessions } from '../session/kept-sessions.ts'
import { currentSession, type Reading, required } from '../session/state.ts'

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
