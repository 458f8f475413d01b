import type { LogoutRequest } from '@countersign/contracts'
import type { CoreApi } from '../api/core-api.ts'
import { parseRedirectUri } from '../apps/return-address.ts'
import { ClientError } from '../failure.ts'
import type { LogoutView } from '../views.ts'
import type { KeptSessions } from './kept-sessions.ts'
import { forgetIfEnded, toKnown } from './unlock.ts'

/**
 * The app that requests a logout, and whether it means the user of the kept session. Without a live session, no user is
 * signed in.
 * @throws ClientError
 */
export async function readLogoutRequest(
  context: { readonly api: CoreApi; readonly sessions: KeptSessions },
  request: string,
): Promise<LogoutView> {
  const kept = await context.sessions.read()
  if (!kept) return toView(await context.api.previewLogoutRequest(request))
  try {
    return { ...toView(await context.api.readLogoutRequest(kept.token, request)), person: toKnown(kept) }
  } catch (error) {
    await forgetIfEnded(context, kept.token, error)
    return toView(await context.api.previewLogoutRequest(request))
  }
}

function toView({ client, return_to: returnTo, means_other }: LogoutRequest): LogoutView {
  // An app has registered no such address, so core or the provider makes it up.
  if (returnTo !== undefined && !parseRedirectUri(returnTo)) throw new ClientError({ code: 'unexpected_answer' })
  return { app: client, returnTo, meansOther: means_other === true, person: undefined }
}
