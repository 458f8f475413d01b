import type { DeviceContext, Handlers } from '../device-context.ts'
import { readLogoutRequest } from '../session/read-logout-request.ts'
import { leaveSession, resumeSession, toKnown, unlockByPasskey, unlockByPassword } from '../session/unlock.ts'

type KeptSessionCallName =
  | 'whoIsKnown'
  | 'resume'
  | 'unlockByPassword'
  | 'unlockByPasskey'
  | 'forgetPerson'
  | 'readLogoutRequest'

/** The calls on the session that this device keeps while its vault is locked. */
export function createKeptSessionCalls(context: DeviceContext): Handlers<KeptSessionCallName> {
  return {
    async whoIsKnown() {
      const kept = await context.sessions.read()
      return kept ? toKnown(kept) : null
    },
    resume: () => resumeSession(context),
    unlockByPassword: (input) => unlockByPassword(context, input),
    unlockByPasskey: (input) => unlockByPasskey(context, input),
    async forgetPerson({ userId }) {
      const kept = await context.sessions.read()
      if (kept && userId !== undefined && kept.userId !== userId) return toKnown(kept)
      if (kept) await leaveSession(context, kept.token)
      return null
    },
    readLogoutRequest: (input) => readLogoutRequest(context, input),
  }
}
