import type { MessageLanguage, VerifiableClaim } from '@countersign/contracts'
import { toProfile } from '../session/profile.ts'
import { currentSession } from '../session/state.ts'
import { finishVerification, startVerification } from '../verification/verify-claim.ts'
import type { OpenedProfile } from '../views.ts'
import type { DeviceContext, Handlers, Nothing } from './handlers.ts'

/** Showing that an address or a number is the user's, by a code that is sent there. */
export type VerificationCalls = {
  /** Claims that this service can send codes for; may be empty. */
  listVerifiableClaims: { input: Nothing; output: readonly VerifiableClaim[] }
  /** Sends a code to the value of an entry, in place of the code before. */
  startVerification: { input: { itemId: string; language: MessageLanguage }; output: null }
  /** Keeps the attestation with the entry. Fails with `wrong_code`, `verification_expired`, `stale_vault`. */
  finishVerification: { input: { code: string }; output: OpenedProfile }
}

export function createVerificationCalls(context: DeviceContext): Handlers<VerificationCalls> {
  // The same for all users, for as long as the service runs.
  let known: readonly VerifiableClaim[] | undefined
  return {
    async listVerifiableClaims() {
      known ??= (await context.api.listVerifiableClaims(currentSession(context).token)).claims
      return known
    },
    async startVerification(wanted) {
      await startVerification(context, wanted)
      return null
    },
    async finishVerification({ code }) {
      await finishVerification(context, code)
      return toProfile(context)
    },
  }
}
