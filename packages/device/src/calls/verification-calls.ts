import type { CallOutput } from '../device-calls.ts'
import { currentSession, type DeviceContext, type Handlers } from '../device-context.ts'
import { toProfile } from '../session/profile.ts'
import { finishVerification, startVerification } from '../verification/verify-claim.ts'

/** The calls that show that an address or a number is the person's. */
export function createVerificationCalls(
  context: DeviceContext,
): Handlers<'listVerifiableClaims' | 'startVerification' | 'finishVerification'> {
  // What a service can send codes to is the same for everybody, and as long as it runs.
  let known: CallOutput<'listVerifiableClaims'> | undefined
  return {
    async listVerifiableClaims() {
      known ??= (await context.api.listVerifiableClaims(currentSession(context).token)).claims
      return known
    },
    async startVerification(wanted) {
      await startVerification(context, wanted)
      return null
    },
    async finishVerification(answer) {
      await finishVerification(context, answer)
      return toProfile(context)
    },
  }
}
