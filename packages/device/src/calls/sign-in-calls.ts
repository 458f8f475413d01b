import type { Intent, PasskeyCreationOptions, PasskeyRequestOptions } from '@countersign/contracts'
import { exportPlain, gestureChallenge, readableItems } from '@countersign/vault'
import { putBackEntries } from '../entries/commit-edits.ts'
import { createAccount, finishPasskeySignUp, startPasskeySignUp } from '../methods/sign-up.ts'
import type { NewPasskey, UsedPasskey } from '../passkey.ts'
import { acceptOlderVault, confirmFirstUse, confirmHistory } from '../session/confirm-vault.ts'
import { openSession } from '../session/open-session.ts'
import { profileAfter, toProfile } from '../session/profile.ts'
import { confirmRecoveryKeyInForce } from '../session/replaced-recovery-key.ts'
import { proveByPasskey, proveByPassword, proveByRecoveryKey } from '../session/sign-in.ts'
import { arrivalAt, currentSession } from '../session/state.ts'
import { startPasskeyStepUp, stepUpByPasskey, stepUpByPassword } from '../session/step-up.ts'
import {
  leaveSession,
  readLogoutRequest,
  resumeSession,
  toKnown,
  unlockByPasskey,
  unlockByPassword,
} from '../session/unlock.ts'
import type { KnownPerson } from '../session-storage.ts'
import type { LogoutView, OpenedProfile } from '../views.ts'
import { type DeviceContext, type Handlers, type Nothing, nullAfter } from './handlers.ts'

export type SignInCalls = {
  loadPassword: { input: Nothing; output: null }
  signIn: { input: { login: string; password: string }; output: OpenedProfile }
  startPasskeySignIn: { input: Nothing; output: { challengeId: string; options: PasskeyRequestOptions } }
  finishPasskeySignIn: { input: UsedPasskey; output: OpenedProfile }
  /** Opens a session of scope `recovery`; `recover…` must follow. */
  signInByRecoveryKey: { input: { recoveryKey: string }; output: OpenedProfile }
  /** Confirms one change within the open session, after `reauth_required` named it. `login` may be omitted if known. */
  stepUpByPassword: { input: { purpose: Intent; password: string; login?: string }; output: OpenedProfile }
  startPasskeyStepUp: { input: { purpose: Intent }; output: { challengeId: string; options: PasskeyRequestOptions } }
  stepUpByPasskey: { input: UsedPasskey; output: OpenedProfile }
  signOut: { input: Nothing; output: null }
  /** Confirms one notice of the profile; others stay. */
  confirmVault: { input: { what: 'first_use' | 'unproven' | 'recovery_key' }; output: OpenedProfile }
  /** After `rollback` or `fork`. Nothing else makes a device forget a newer state; the vault's log records it. */
  acceptOlderVault: { input: Nothing; output: OpenedProfile }
  putBackEntries: { input: Nothing; output: OpenedProfile }
  /** After `signIn…` refused a vault: exports the readable items in the clear. */
  exportReadable: { input: Nothing; output: { text: string; count: number } }
}

export function createSignInCalls(context: DeviceContext): Handlers<SignInCalls> {
  return {
    loadPassword: () => nullAfter(context.loadOpaque()),
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
    startPasskeyStepUp: ({ purpose }) => startPasskeyStepUp(context, purpose),
    stepUpByPassword: (input) => stepUpByPassword(context, input),
    stepUpByPasskey: (input) => stepUpByPasskey(context, input),
    async signOut() {
      const { token } = currentSession(context)
      context.unlockSecret.wipe()
      context.state.session = undefined
      await leaveSession(context, token)
      return null
    },
    async confirmVault({ what }) {
      const confirm = { first_use: confirmFirstUse, unproven: confirmHistory, recovery_key: confirmRecoveryKeyInForce }
      await confirm[what](context)
      return toProfile(context)
    },
    acceptOlderVault: () => profileAfter(context, acceptOlderVault(context)),
    putBackEntries: () => profileAfter(context, putBackEntries(context)),
    async exportReadable() {
      const { snapshot, root } = arrivalAt(context.state, 'refused')
      const items = (await readableItems(snapshot, root)).map(({ untrusted }) => untrusted)
      return { text: exportPlain({ items }), count: items.length }
    },
  }
}

/** The account gets a recovery key at once. Its owner confirms it later, and approves nothing before. */
export type SignUpCalls = {
  /** After an unknown outcome, call again: it signs in to the account if the first attempt made it. */
  createAccount: { input: { login: string; password: string }; output: OpenedProfile }
  startPasskeySignUp: { input: Nothing; output: { userId: string; options: PasskeyCreationOptions } }
  /** After an unknown outcome, sign in with the new passkey: it works if the account was made. */
  finishPasskeySignUp: { input: NewPasskey; output: OpenedProfile }
}

export function createSignUpCalls(context: DeviceContext): Handlers<SignUpCalls> {
  return {
    createAccount: (credentials) => profileAfter(context, createAccount(context, credentials)),
    startPasskeySignUp: () => startPasskeySignUp(context),
    finishPasskeySignUp: (passkey) => profileAfter(context, finishPasskeySignUp(context, passkey)),
  }
}

export type KeptSessionCalls = {
  /** The user of the kept session, without a request; null after a sign-out. */
  whoIsKnown: { input: Nothing; output: KnownPerson | null }
  /** Asks core whether the session is alive, and forgets an ended one. */
  resume: { input: Nothing; output: KnownPerson | null }
  /** Opens the vault within the session. If that has ended, the password begins another. */
  unlockByPassword: { input: { password: string }; output: OpenedProfile }
  /** Opens the vault with the passkey's PRF output; core only serves the vault. */
  unlockByPasskey: { input: { credentialId: string; prf: ArrayBuffer }; output: OpenedProfile }
  /** With `userId`, only that user's: another page's newer session stays and is returned. */
  forgetPerson: { input: { userId?: string }; output: KnownPerson | null }
  /** Does not sign out. */
  readLogoutRequest: { input: { request: string }; output: LogoutView }
}

export function createKeptSessionCalls(context: DeviceContext): Handlers<KeptSessionCalls> {
  return {
    async whoIsKnown() {
      const kept = await context.sessions.read()
      return kept ? toKnown(kept) : null
    },
    resume: () => resumeSession(context),
    unlockByPassword: ({ password }) => unlockByPassword(context, password),
    unlockByPasskey: (input) => unlockByPasskey(context, input),
    async forgetPerson({ userId }) {
      const kept = await context.sessions.read()
      if (kept && userId !== undefined && kept.userId !== userId) return toKnown(kept)
      if (kept) await leaveSession(context, kept.token)
      return null
    },
    readLogoutRequest: ({ request }) => readLogoutRequest(context, request),
  }
}
