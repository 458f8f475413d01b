import { createAccount, finishPasskeySignUp, startPasskeySignUp } from '../methods/sign-up.ts'
import type { NewPasskey } from '../passkey.ts'
import { profileAfter } from '../session/profile.ts'
import type { DeviceContext } from './handlers.ts'

/** The account gets a recovery key at once. Its owner confirms it later, and approves nothing before. */
export function createSignUpCalls(context: DeviceContext) {
  return {
    /** After an unknown outcome, call again: it signs in to the account if the first attempt made it. */
    createAccount: (credentials: { login: string; password: string }) =>
      profileAfter(context, createAccount(context, credentials)),
    startPasskeySignUp: () => startPasskeySignUp(context),
    /** After an unknown outcome, sign in with the new passkey: it works if the account was made. */
    finishPasskeySignUp: (passkey: NewPasskey & { name?: string }) =>
      profileAfter(context, finishPasskeySignUp(context, passkey)),
  }
}
