import type { AdministrationCall } from '../api/administration-endpoints.ts'
import { ClientError, toFailure } from '../failure.ts'
import { currentSession } from '../session/state.ts'
import type { DeviceContext, Handlers } from './handlers.ts'

/** Requests of administrators to the service. They touch neither users nor the vault. */
export type AdministrationCalls = {
  /**
   * Sends a request below `/api/console/`. A change needs a gesture for `administer` within five minutes; without one it
   * fails with `reauth_required`, and has done nothing.
   */
  administer: { input: AdministrationCall; output: { answer: unknown } }
}

export function createAdministrationCalls(context: DeviceContext): Handlers<AdministrationCalls> {
  return {
    async administer(call) {
      // The gesture is for core alone: nothing here uses its root.
      context.unlockSecret.wipe()
      try {
        return { answer: await context.api.administer(currentSession(context).token, call) }
      } catch (error) {
        const failure = toFailure(error)
        if (failure.code !== 'reauth_required') throw error
        throw new ClientError({ ...failure, purpose: { act: 'administer' } })
      }
    },
  }
}
