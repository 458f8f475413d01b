import {
  createActivityCalls,
  createAdministrationCalls,
  createLeavingCalls,
  createSessionCalls,
} from './account-calls.ts'
import { createConfirmCalls } from './confirm-calls.ts'
import { createCredentialCalls } from './credential-calls.ts'
import { createEntryCalls } from './entry-calls.ts'
import type { DeviceContext } from './handlers.ts'
import { createPasskeyCalls, createPasswordCalls, createSignUpCalls } from './method-calls.ts'
import { createRecoveryCalls } from './recovery-calls.ts'
import { createUpdateCalls } from './update-calls.ts'
import { createVerificationCalls } from './verification-calls.ts'

export type LaterCalls = ReturnType<typeof createLaterCalls>

/** Calls off the way from a returning user's sign-in to the approval. Loaded by `lazy-calls.ts`. */
export function createLaterCalls(context: DeviceContext) {
  return {
    ...createConfirmCalls(context),
    ...createSignUpCalls(context),
    ...createEntryCalls(context),
    ...createUpdateCalls(context),
    ...createVerificationCalls(context),
    ...createCredentialCalls(context),
    ...createActivityCalls(context),
    ...createSessionCalls(context),
    ...createLeavingCalls(context),
    ...createAdministrationCalls(context),
    ...createPasskeyCalls(context),
    ...createPasswordCalls(context),
    ...createRecoveryCalls(context),
  }
}
