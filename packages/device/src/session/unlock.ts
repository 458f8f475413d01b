import type { CallInput } from '../device-calls.ts'
import { type DeviceContext, present } from '../device-context.ts'
import { toFailure } from '../failure.ts'
import type { KeptSession, KnownPerson } from '../session-storage.ts'
import type { OpenedProfile } from '../views.ts'
import { openSession } from './open-session.ts'
import { proveByPassword } from './sign-in.ts'

/** Asks core whether the kept session lives. @throws ClientError for all but that it has ended */
export async function resumeSession(context: DeviceContext): Promise<KnownPerson | null> {
  const kept = await context.sessions.read()
  if (!kept) return null
  try {
    await context.api.readSession(kept.token)
    return toKnown(kept)
  } catch (error) {
    await forgetIfEnded(context, kept.token, error)
    return null
  }
}

/** What a page may see of it. */
export function toKnown({ userId, name, method, since, shared }: KeptSession): KnownPerson {
  return { userId, name, method, since, shared }
}

/**
 * Opens the vault by a passkey within the kept session: the root alone shows whether it is the right one.
 * @throws ClientError `locked` where no session is kept, and what `openSession` throws
 */
export async function unlockByPasskey(
  context: DeviceContext,
  { credentialId, prf }: CallInput<'unlockByPasskey'>,
): Promise<OpenedProfile> {
  const since = context.clock.now()
  const kept = present(await context.sessions.read())
  const { token, userId } = kept
  const root = { type: 'prf', root: new Uint8Array(prf), credentialId } as const
  try {
    return await openSession(context, { token, boundSince: kept.since, userId, root, since })
  } catch (error) {
    await forgetIfEnded(context, token, error)
    throw error
  }
}

/**
 * Opens the vault by the password within the kept session, whose `auth_time` stays what it is.
 * @throws ClientError `locked` where no session is kept by a password, and what a sign-in throws
 */
export async function unlockByPassword(
  context: DeviceContext,
  { password }: CallInput<'unlockByPassword'>,
): Promise<OpenedProfile> {
  const { token, method } = present(await context.sessions.read())
  const login = present(method.type === 'password' ? method.login : undefined)
  const { deviceToken } = await context.storage.read()
  const typed = { login, password, deviceToken }
  try {
    return await openSession(context, await proveByPassword(context, { ...typed, unlocks: token }))
  } catch (error) {
    await forgetIfEnded(context, token, error)
    return openSession(context, await proveByPassword(context, typed))
  }
}

export async function forgetIfEnded(context: DeviceContext, token: string, error: unknown): Promise<void> {
  if (toFailure(error).code !== 'invalid_session') throw error
  await forgetSession(context, token)
}

/** After a call within the open session. */
export async function forgetEndedSession(context: DeviceContext): Promise<void> {
  const token = context.state.session?.token
  if (token !== undefined) await forgetSession(context, token)
}

/** Another one, which another window has begun meanwhile, stays. */
async function forgetSession({ sessions }: DeviceContext, token: string): Promise<void> {
  const kept = await sessions.read()
  if (kept?.token === token) await sessions.forget()
}

/** Has core end a session, and forgets it on this device whatever core says. */
export async function leaveSession({ api, sessions }: DeviceContext, token: string): Promise<void> {
  try {
    await api.endSession(token)
  } finally {
    await sessions.forget()
  }
}

/** Goes on with the session that another window of this device has begun for the same person, in place of this one's. */
export async function findNewerToken(
  { state, sessions }: Pick<DeviceContext, 'state' | 'sessions'>,
  token: string,
): Promise<string | undefined> {
  const { session } = state
  const kept = await sessions.read()
  if (session?.token !== token || kept?.userId !== session.userId || kept.token === token) return undefined
  state.session = { ...session, token: kept.token, boundSince: kept.since }
  return kept.token
}
