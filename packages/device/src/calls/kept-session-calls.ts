import { readLogoutRequest } from '../session/read-logout-request.ts'
import { leaveSession, resumeSession, toKnown, unlockByPasskey, unlockByPassword } from '../session/unlock.ts'
import type { KnownPerson } from '../session-storage.ts'
import type { LogoutView, OpenedProfile } from '../views.ts'
import type { DeviceContext, Handlers, Nothing } from './handlers.ts'

/** The session that this device keeps while its vault is locked. */
export type KeptSessionCalls = {
  /** The user of the kept session, without any request; null after a sign-out. */
  whoIsKnown: { input: Nothing; output: KnownPerson | null }
  /** Asks core whether that session lives, and forgets it if it has ended. */
  resume: { input: Nothing; output: KnownPerson | null }
  /** Opens the vault within the session. Where that has ended meanwhile, the password begins another. */
  unlockByPassword: { input: { password: string }; output: OpenedProfile }
  /** Opens the vault with the PRF output of the session's passkey; core is asked for the vault only. */
  unlockByPasskey: { input: { credentialId: string; prf: ArrayBuffer }; output: OpenedProfile }
  /**
   * Ends the session and forgets its user, as `signOut` does for an open one. With a `userId`, only that user's: a session
   * that another page has begun since is returned, and stays.
   */
  forgetPerson: { input: { userId?: string }; output: KnownPerson | null }
  /** Reads a logout request. Does not sign out. */
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
