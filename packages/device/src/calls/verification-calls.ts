import type { MessageLanguage, VerifiableClaim } from '@countersign/contracts'
import { profileAfter } from '../session/profile.ts'
import { currentSession } from '../session/state.ts'
import { endSecurityContact, finishSecurityContact, startSecurityContact } from '../verification/security-contact.ts'
import { finishVerification, startVerification } from '../verification/verify-claim.ts'
import { type DeviceContext, nullAfter } from './handlers.ts'

export function createVerificationCalls(context: DeviceContext) {
  // Constant while the service runs.
  let known: readonly VerifiableClaim[] | undefined
  return {
    async listVerifiableClaims(): Promise<readonly VerifiableClaim[]> {
      known ??= (await context.api.listVerifiableClaims(currentSession(context).token)).claims
      return known
    },
    /** Sends a code to the value of an entry; the previous code ends. */
    startVerification: (wanted: { itemId: string; language: MessageLanguage }) =>
      nullAfter(startVerification(context, wanted)),
    /** Where mail about changes of the account goes. */
    readSecurityContact: () => context.api.readSecurityContact(currentSession(context).token),
    /** Sends a code to the address that such mail shall go to. */
    startSecurityContact: (wanted: { email: string; language: MessageLanguage }) =>
      nullAfter(startSecurityContact(context, wanted)),
    finishSecurityContact: ({ code }: { code: string }) => finishSecurityContact(context, code),
    endSecurityContact: () => endSecurityContact(context),
    finishVerification: ({ code }: { code: string }) => profileAfter(context, finishVerification(context, code)),
  }
}
