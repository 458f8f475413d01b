import type { MessageLanguage, VerifiableClaim } from '@countersign/contracts'
import { profileAfter } from '../session/profile.ts'
import { currentSession } from '../session/state.ts'
import { finishVerification, startVerification } from '../verification/verify-claim.ts'
import type { OpenedProfile } from '../views.ts'
import { type DeviceContext, type Handlers, type Nothing, nullAfter } from './handlers.ts'

export type VerificationCalls = {
  listVerifiableClaims: { input: Nothing; output: readonly VerifiableClaim[] }
  /** Sends a code to the value of an entry; the previous code ends. */
  startVerification: { input: { itemId: string; language: MessageLanguage }; output: null }
  finishVerification: { input: { code: string }; output: OpenedProfile }
}

export function createVerificationCalls(context: DeviceContext): Handlers<VerificationCalls> {
  // Constant while the service runs.
  let known: readonly VerifiableClaim[] | undefined
  return {
    async listVerifiableClaims() {
      known ??= (await context.api.listVerifiableClaims(currentSession(context).token)).claims
      return known
    },
    startVerification: (wanted) => nullAfter(startVerification(context, wanted)),
    finishVerification: ({ code }) => profileAfter(context, finishVerification(context, code)),
  }
}
