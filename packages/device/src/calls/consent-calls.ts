import type { AuthorizationRequestDetails, DeviceRequest } from '@countersign/contracts'
import { type Approval, approveRequest } from '../approval/answer-request.ts'
import {
  answerUnasked,
  denyLocked,
  denyRequest,
  giveBackRequest,
  type UnaskedAnswer,
} from '../approval/answer-without-data.ts'
import { appIdentityOf, checkApp } from '../approval/app-identity.ts'
import type { ShownBefore } from '../approval/approve-as-before.ts'
import { openRequest, readRequest } from '../approval/read-request.ts'
import { lastChoiceFor } from '../apps/past-releases.ts'
import type { Addressee, ReturnParts } from '../apps/return-address.ts'
import { heldCredentialsOf, viewCredential } from '../credentials/credential-view.ts'
import { offeredClaims } from '../credentials/requested-credentials.ts'
import { loaded } from '../failure.ts'
import { currentSession } from '../session/state.ts'
import type { AppCheck } from '../views.ts'
import { type DeviceContext, type Handlers, nullAfter } from './handlers.ts'

export type ConsentCalls = {
  /** Finds a device's request by its user code. Needs no session, and approves nothing. */
  findDeviceRequest: { input: { userCode: string }; output: DeviceRequest }
  readRequest: { input: { id: string }; output: AuthorizationRequestDetails }
  /** Compares the app of the request read last with earlier approvals. `approve` checks the key again. */
  checkApp: { input: { id: string }; output: AppCheck }
  /** Approves the request read last, by the device's own reading, and shares exactly the entries that were shown. */
  approve: { input: Approval; output: ReturnParts & { code: string } }
  /** Null, and nothing is shared, if the consent page would show anything new. */
  approveAsBefore: { input: ShownBefore; output: (ReturnParts & { app: Addressee; code: string }) | null }
  deny: { input: { id: string }; output: ReturnParts }
  denyLocked: { input: { id: string }; output: ReturnParts & { app: Addressee } }
  /** Lets another user read the request. @throws ClientError `locked`, `not_found` */
  giveBackRequest: { input: { id: string }; output: null }
  /** Answers `prompt=none` within the kept session, or names the interaction that it needs. */
  answerSilently: { input: { id: string }; output: UnaskedAnswer }
}

export function createConsentCalls(context: DeviceContext): Handlers<ConsentCalls> {
  return {
    findDeviceRequest: async ({ userCode }) => context.api.findDeviceRequest(userCode),
    readRequest: async ({ id }) => openRequest(context, id),
    async checkApp({ id }) {
      const { items, rpPins } = currentSession(context).vault
      const request = readRequest(context, id)
      const app = appIdentityOf(request)
      const credentials = (await heldCredentialsOf(items)).map(viewCredential)
      const offered = offeredClaims(request, credentials, context.clock.now())
      return { ...(await checkApp(rpPins, app)), last: lastChoiceFor(items, app.clientId, offered) }
    },
    approve: async (approval) => approveRequest(context, approval),
    approveAsBefore: async (shown) => {
      const { approveAsBefore } = await loaded(import('../approval/approve-as-before.ts'))
      return approveAsBefore(context, shown)
    },
    deny: async ({ id }) => denyRequest(context, id),
    denyLocked: async ({ id }) => denyLocked(context, id),
    giveBackRequest: ({ id }) => nullAfter(giveBackRequest(context, id)),
    answerSilently: ({ id }) => answerUnasked(context, id),
  }
}
