import { currentSession, type DeviceContext, type Handlers } from '../device-context.ts'
import { ClientError, toFailure } from '../failure.ts'

/** The call of those who administer the service. */
export function createAdministrationCalls(context: DeviceContext): Handlers<'administer'> {
  return {
    async administer(call) {
      // Its gesture is for core alone: nothing here takes the root that came with it.
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
