import { gestureChallenge } from '@countersign/vault'
import { ClientError, toFailure } from '../failure.ts'
import { encodeUserHandle, type UsedPasskey } from '../passkey.ts'
import { openSession } from '../session/open-session.ts'
import { proveByPasskey, proveByPassword, proveByRecoveryKey } from '../session/sign-in.ts'
import { currentSession } from '../session/state.ts'
import { openByPassword } from '../session/step-up.ts'
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
      const proof = await proveByPassword(context, { login, password, deviceToken })
      return openByPassword(context, proof, { login, password })
    },
    async startPasskeySignIn() {
      const { challengeId, nonce, options } = await context.api.startPasskeySignIn({})
      return { challengeId, options: { ...options, challenge: await gestureChallenge(nonce, { act: 'sign_in' }) } }
    },
    finishPasskeySignIn: async (passkey: UsedPasskey) =>
      openSession(context, await proveUnlessDeleted(context, passkey)),
    /** Opens a session of scope `recovery`; `recover…` must follow. */
    signInByRecoveryKey: async ({ recoveryKey }: { recoveryKey: string }) =>
      openSession(context, await proveByRecoveryKey(context, recoveryKey)),
    async signOut() {
      const { token } = currentSession(context)
      context.unlockSecret.wipe()
      context.state.session = undefined
      await leaveSession(context, token)
      return null
    },
  }
}

/** @throws ClientError `passkey_account_deleted`, and the errors of `proveByPasskey` */
async function proveUnlessDeleted(context: DeviceContext, passkey: UsedPasskey) {
  try {
    return await proveByPasskey(context, passkey)
  } catch (error) {
    const { deleted = {} } = await context.storage.read()
    const { userHandle } = passkey.response.response
    const isDeleted = Object.keys(deleted).some((userId) => encodeUserHandle(userId) === userHandle)
    if (isDeleted && toFailure(error).code === 'invalid_credentials') {
      throw new ClientError({ code: 'passkey_account_deleted' }, { cause: error })
    }
    throw error
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
