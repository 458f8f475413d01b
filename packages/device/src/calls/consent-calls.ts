import { type Approval, approveRequest } from '../approval/answer-request.ts'
import { answerSilently } from '../approval/answer-silently.ts'
import { appIdentityOf, checkApp } from '../approval/app-identity.ts'
import { approveQuickly, type ShownBefore } from '../approval/approve-quickly.ts'
import { denyLocked, denyRequest, giveBackRequest } from '../approval/deny-request.ts'
import { findNamesakes } from '../approval/namesakes.ts'
import { openRequest, readRequest } from '../approval/read-request.ts'
import { appMemoriesOf } from '../apps/app-memory.ts'
import { lastChoiceFor } from '../apps/past-releases.ts'
import { heldCredentialsOf, viewCredential } from '../credentials/credential-view.ts'
import { offeredClaims } from '../credentials/requested-credentials.ts'
import { currentSession } from '../session/state.ts'
import type { AppCheck } from '../views.ts'
import { type DeviceContext, nullAfter } from './handlers.ts'

type Asked = { readonly id: string }

export type ConsentCalls = ReturnType<typeof createConsentCalls>

export function createConsentCalls(context: DeviceContext) {
  return {
    /** Finds a device's request by its user code. Needs no session, and approves nothing. */
    findDeviceRequest: async ({ userCode }: { userCode: string }) => context.api.findDeviceRequest(userCode),
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
    deny: async ({ id }: Asked) => denyRequest(context, id),
    denyLocked: async ({ id }: Asked) => denyLocked(context, id),
    /** Lets another user read the request. @throws ClientError `locked`, `not_found` */
    giveBackRequest: ({ id }: Asked) => nullAfter(giveBackRequest(context, id)),
    /** Answers `prompt=none` within the kept session, or names the interaction that it needs. */
    answerSilently: ({ id }: Asked) => answerSilently(context, id),
  }
}
