import { exportPlain, gestureChallenge, readableItems } from '@countersign/vault'
import { currentSession, type DeviceContext, type Handlers, present } from '../device-context.ts'
import { acceptOlderVault } from '../session/accept-older-vault.ts'
import { confirmVault } from '../session/confirm-vault.ts'
import { openSession } from '../session/open-session.ts'
import { putBackEntries } from '../session/put-back-entries.ts'
import { proveByPasskey, proveByPassword, proveByRecoveryKey } from '../session/sign-in.ts'
import { createAccount, finishPasskeySignUp, startPasskeySignUp } from '../session/sign-up.ts'
import { startPasskeyStepUp, stepUpByPasskey, stepUpByPassword } from '../session/step-up.ts'
import { leaveSession } from '../session/unlock.ts'

type SignInCallName =
  | 'loadPassword'
  | 'signIn'
  | 'startPasskeySignIn'
  | 'finishPasskeySignIn'
  | 'signInByRecoveryKey'
  | 'startPasskeyStepUp'
  | 'stepUpByPassword'
  | 'stepUpByPasskey'
  | 'signOut'
  | 'confirmVault'
  | 'acceptOlderVault'
  | 'putBackEntries'
  | 'exportReadable'
type SignUpCallName = 'createAccount' | 'startPasskeySignUp' | 'finishPasskeySignUp'

/** The calls that sign in and out. */
export function createSignInCalls(context: DeviceContext): Handlers<SignInCallName> {
  return {
    async loadPassword() {
      await context.loadOpaque()
      return null
    },
    async signIn({ login, password }) {
      const { deviceToken } = await context.storage.read()
      return openSession(context, await proveByPassword(context, { login, password, deviceToken }))
    },
    async startPasskeySignIn() {
      const { challengeId, nonce, options } = await context.api.startPasskeySignIn({})
      return { challengeId, options: { ...options, challenge: await gestureChallenge(nonce, { act: 'sign_in' }) } }
    },
    finishPasskeySignIn: async (passkey) => openSession(context, await proveByPasskey(context, passkey)),
    signInByRecoveryKey: async ({ recoveryKey }) =>
      openSession(context, await proveByRecoveryKey(context, recoveryKey)),
    startPasskeyStepUp: (input) => startPasskeyStepUp(context, input),
    stepUpByPassword: (input) => stepUpByPassword(context, input),
    stepUpByPasskey: (input) => stepUpByPasskey(context, input),
    async signOut() {
      const { token } = currentSession(context)
      context.unlockSecret.wipe()
      context.state.session = undefined
      await leaveSession(context, token)
      return null
    },
    confirmVault: (confirmed) => confirmVault(context, confirmed),
    acceptOlderVault: () => acceptOlderVault(context),
    putBackEntries: () => putBackEntries(context),
    async exportReadable() {
      const { snapshot, method } = present(context.state.refused)
      const items = (await readableItems(snapshot, method)).map(({ untrusted }) => untrusted)
      return { text: exportPlain({ items }), count: items.length }
    },
  }
}

/** The calls that sign up. */
export function createSignUpCalls(context: DeviceContext): Handlers<SignUpCallName> {
  return {
    createAccount: (input) => createAccount(context, input),
    startPasskeySignUp: () => startPasskeySignUp(context),
    finishPasskeySignUp: (input) => finishPasskeySignUp(context, input),
  }
}
