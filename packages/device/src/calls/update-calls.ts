import { listUpdates, sendUpdates, stopUpdates } from '../updates/send-updates.ts'
import type { ConfirmedUpdate } from '../views.ts'
import { type DeviceContext, nullAfter } from './handlers.ts'

export function createUpdateCalls(context: DeviceContext) {
  return {
    /** Apps that are kept up to date, and what each would get now. */
    listUpdates: async () => listUpdates(context),
    /** Sends what the page showed and the user confirmed. An app that fails says so, and keeps its older value. */
    sendUpdates: async ({ updates }: { updates: readonly ConfirmedUpdate[] }) => sendUpdates(context, updates),
    /** Ends the updates of an app; its access stays. */
    stopUpdates: async ({ clientId }: { clientId: string }) => nullAfter(stopUpdates(context, clientId)),
  }
}
