import { type Approval, approveRequest } from '../approval/answer-request.ts'
import { answerSilently } from '../approval/answer-silently.ts'
import { appIdentityOf, checkApp } from '../approval/app-identity.ts'
import { approveQuickly, type ShownBefore } from '../approval/approve-quickly.ts'
import { findNamesakes } from '../approval/namesakes.ts'
import { openRequest, readRequest } from '../approval/read-request.ts'
import { appMemoriesOf } from '../apps/app-memory.ts'
import { lastChoiceFor } from '../apps/past-releases.ts'
import type { Addressee, ReturnParts } from '../apps/return-address.ts'
import { heldCredentialsOf, viewCredential } from '../credentials/credential-view.ts'
import { offeredClaims } from '../credentials/requested-credentials.ts'
import { currentSession, required } from '../session/state.ts'
import type { AppCheck } from '../views.ts'
import { type DeviceContext, nullAfter } from './handlers.ts'

type Asked = { readonly id: string }

export type ConsentCalls = ReturnType<typeof createConsentCalls>

export function createConsentCalls(context: DeviceContext) {
  const { api, sessions } = context
  return {
    /** Finds a device's request by its user code. Needs no session, and approves nothing. */
    findDeviceRequest: async ({ userCode }: { userCode: string }) => api.findDeviceRequest(userCode),
    readRequest: async ({ id }: Asked) => openRequest(context, id),
    /** Compares the app of the request read last with earlier approvals. `approve` checks the key again. */
    async checkApp({ id }: Asked): Promise<AppCheck> {
      const { items, rpPins } = currentSession(context).vault
      const request = readRequest(context, id)
      const app = appIdentityOf(request)
      const credentials = (await heldCredentialsOf(items)).map(viewCredential)
      const offered = offeredClaims(request, credentials, context.clock.now())
      const namesakes = findNamesakes({ rpPins, items }, app)
      const last = lastChoiceFor(items, app.clientId, offered)
      const endedAt = appMemoriesOf(items).get(app.clientId)?.endedAt
      return { ...(await checkApp(rpPins, app)), namesakes, last, endedAt }
    },
    /** Approves the request read last, by the device's own reading, and shares exactly the entries that were shown. */
    approve: async (approval: Approval) => approveRequest(context, approval),
    /** Null, and nothing is shared, if the consent page would show anything new. */
    approveQuickly: async (shown: ShownBefore) => approveQuickly(context, shown),
    deny: async ({ id }: Asked) => toReturnParts(await api.denyRequest(currentSession(context).token, id)),
    /** Needs no gesture, since nothing is shared. @throws ClientError `locked` where no session is kept */
    async denyLocked({ id }: Asked) {
      const { token } = required(await sessions.read())
      const app: Addressee = await api.readRequest(token, id)
      return { app, ...toReturnParts(await api.denyRequest(token, id)) }
    },
    /** Lets another user read the request. @throws ClientError `locked`, `not_found` */
    async giveBackRequest({ id }: Asked) {
      const { token } = required(context.state.session ?? (await sessions.read()))
      return nullAfter(api.giveBackRequest(token, id))
    },
    /** Answers `prompt=none` within the kept session, or names the interaction that it needs. */
    answerSilently: ({ id }: Asked) => answerSilently(context, id),
  }
}

function toReturnParts({ redirect_uri: redirectUri, state }: { redirect_uri: string; state: string }): ReturnParts {
  return { redirectUri, state }
}
