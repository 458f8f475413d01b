import type { Intent } from '@countersign/contracts'
import { exportPlain, gestureChallenge, readableItems } from '@countersign/vault'
import { putBackEntries } from '../entries/commit-edits.ts'
import { createAccount, finishPasskeySignUp, startPasskeySignUp } from '../methods/sign-up.ts'
import type { NewPasskey, UsedPasskey } from '../passkey.ts'
import { acceptOlderVault, confirmFirstUse, confirmHistory } from '../session/confirm-vault.ts'
import { openSession } from '../session/open-session.ts'
import { profileAfter, toProfile } from '../session/profile.ts'
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
import { type DeviceContext, nullAfter } from './handlers.ts'

export function createSignInCalls(context: DeviceContext) {
  return {
    loadPassword: () => nullAfter(context.loadOpaque()),
    async signIn({ login, password }: { login: string; password: string }) {
      const { deviceToken } = await context.storage.read()
      return openSession(context, await proveByPassword(context, { login, password, deviceToken }))
    },
    async startPasskeySignIn() {
      const { challengeId, nonce, options } = await context.api.startPasskeySignIn({})
      return { challengeId, options: { ...options, challenge: await gestureChallenge(nonce, { act: 'sign_in' }) } }
    },
    finishPasskeySignIn: async (passkey: UsedPasskey) => openSession(context, await proveByPasskey(context, passkey)),
    /** Opens a session of scope `recovery`; `recover…` must follow. */
    signInByRecoveryKey: async ({ recoveryKey }: { recoveryKey: string }) =>
      openSession(context, await proveByRecoveryKey(context, recoveryKey)),
    startPasskeyStepUp: ({ purpose }: { purpose: Intent }) => startPasskeyStepUp(context, purpose),
    /** Confirms one change within the open session, after `reauth_required` named it. `login` may be omitted if known. */
    stepUpByPassword: (input: { purpose: Intent; password: string; login?: string }) =>
      stepUpByPassword(context, input),
    stepUpByPasskey: (input: UsedPasskey) => stepUpByPasskey(context, input),
    async signOut() {
      const { token } = currentSession(context)
      context.unlockSecret.wipe()
      context.state.session = undefined
      await leaveSession(context, token)
      return null
    },
    /** Confirms one notice of the profile; others stay. */
    async confirmVault({ what }: { what: 'first_use' | 'unproven' }) {
      const confirm = { first_use: confirmFirstUse, unproven: confirmHistory }
      await confirm[what](context)
      return toProfile(context)
    },
    /** After `rollback` or `fork`. Nothing else makes a device forget a newer state; the vault's log records it. */
    acceptOlderVault: () => profileAfter(context, acceptOlderVault(context)),
    putBackEntries: () => profileAfter(context, putBackEntries(context)),
    /** After `signIn…` refused a vault: exports the readable items in the clear. */
    async exportReadable() {
      const { snapshot, root } = arrivalAt(context.state, 'refused')
      const items = (await readableItems(snapshot, root)).map(({ untrusted }) => untrusted)
      return { text: exportPlain({ items }), count: items.length }
    },
  }
}

/** The account gets a recovery key at once. Its owner confirms it later, and approves nothing before. */
export function createSignUpCalls(context: DeviceContext) {
  return {
    /** After an unknown outcome, call again: it signs in to the account if the first attempt made it. */
    createAccount: (credentials: { login: string; password: string }) =>
      profileAfter(context, createAccount(context, credentials)),
    startPasskeySignUp: () => startPasskeySignUp(context),
    /** After an unknown outcome, sign in with the new passkey: it works if the account was made. */
    finishPasskeySignUp: (passkey: NewPasskey) => profileAfter(context, finishPasskeySignUp(context, passkey)),
  }
}

export function createKeptSessionCalls(context: DeviceContext) {
  return {
    /** The user of the kept session, without a request; null after a sign-out. */
    async whoIsKnown() {
      const kept = await context.sessions.read()
      return kept ? toKnown(kept) : null
    },
    /** Asks core whether the session is alive, and forgets an ended one. */
    resume: () => resumeSession(context),
    /** Opens the vault within the session. If that has ended, the password begins another. */
    unlockByPassword: ({ password }: { password: string }) => unlockByPassword(context, password),
    /** Opens the vault with the passkey's PRF output; core only serves the vault. */
    unlockByPasskey: (input: { credentialId: string; prf: ArrayBuffer }) => unlockByPasskey(context, input),
    /** With `userId`, only that user's: another page's newer session stays and is returned. */
    async forgetPerson({ userId }: { userId?: string }) {
      const kept = await context.sessions.read()
      if (kept && userId !== undefined && kept.userId !== userId) return toKnown(kept)
      if (kept) await leaveSession(context, kept.token)
      return null
    },
    /** Does not sign out. */
    readLogoutRequest: ({ request }: { request: string }) => readLogoutRequest(context, request),
  }
}
