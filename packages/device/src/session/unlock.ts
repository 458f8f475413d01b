import type { LogoutRequest } from '@countersign/contracts'
import { parseRedirectUri } from '../apps/return-address.ts'
import { ClientError, toFailure } from '../failure.ts'
import type { KnownPerson, StoredSession } from '../session-storage.ts'
import type { LogoutView, OpenedProfile } from '../views.ts'
import type { KeptSessions } from './kept-sessions.ts'
import { openSession } from './open-session.ts'
import { type PasswordAsking, proveByPassword } from './sign-in.ts'
import { type Changing, type Reading, required } from './state.ts'
import { openByPassword } from './step-up.ts'

type Keeping = { readonly sessions: KeptSessions }
type Asking = Keeping & Pick<Reading, 'api'>

/** @throws ClientError unless the session is alive or has ended */
export async function resumeSession(context: Asking): Promise<KnownPerson | null> {
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

export function toKnown({ userId, name, method, since, shared }: StoredSession): KnownPerson {
  return { userId, name, method, since, shared }
}

/** Only the root shows whether it is the right passkey. @throws ClientError `locked` without a kept session */
export async function unlockByPasskey(
  context: Changing & Keeping,
  { credentialId, prf }: { readonly credentialId: string; readonly prf: ArrayBuffer },
): Promise<OpenedProfile> {
  const since = context.clock.now()
  const { token, userId, since: boundSince, login, greeting } = required(await context.sessions.read())
  const root = { type: 'prf', root: new Uint8Array(prf), credentialId } as const
  const known = { token, userId, boundSince, login, greeting, sessionId: undefined }
  const signedIn = { ...known, deviceToken: undefined, needsNewPasswordRecord: false }
  try {
    return await openSession(context, { ...signedIn, root, since })
  } catch (error) {
    await forgetIfEnded(context, token, error)
    throw error
  }
}

/** Keeps the session's `auth_time`. @throws ClientError `locked` without a kept password session; as a sign-in */
export async function unlockByPassword(
  context: Changing & PasswordAsking & Keeping,
  password: string,
): Promise<OpenedProfile> {
  const { token, method } = required(await context.sessions.read())
  const login = required(method.type === 'password' ? method.login : undefined)
  const { deviceToken } = await context.storage.read()
  const typed = { login, password, deviceToken }
  try {
    return await openByPassword(context, await proveByPassword(context, { ...typed, unlocks: token }), typed)
  } catch (error) {
    await forgetIfEnded(context, token, error)
    return openByPassword(context, await proveByPassword(context, typed), typed)
  }
}

async function forgetIfEnded(context: Keeping, token: string, error: unknown): Promise<void> {
  if (toFailure(error).code !== 'invalid_session') throw error
  await forgetSession(context, token)
}

export async function forgetEndedSession(context: Keeping & Pick<Reading, 'state'>): Promise<void> {
  const token = context.state.session?.token
  if (token !== undefined) await forgetSession(context, token)
}

/** Keeps another window's newer session. */
async function forgetSession({ sessions }: Keeping, token: string): Promise<void> {
  const kept = await sessions.read()
  if (kept?.token === token) await sessions.forget()
}

/** Forgets the session even if core fails. */
export async function leaveSession({ api, sessions }: Asking, token: string): Promise<void> {
  try {
    await api.endSession(token)
  } finally {
    await sessions.forget()
  }
}

/** Continues with the session that another window began for the same user. */
export async function findNewerToken(
  { state, sessions }: Keeping & Pick<Reading, 'state'>,
  token: string,
): Promise<string | undefined> {
  const { session } = state
  const kept = await sessions.read()
  if (session?.token !== token || kept?.userId !== session.userId || kept.token === token) return undefined
  state.session = { ...session, token: kept.token, boundSince: kept.since }
  return kept.token
}

/** Without a live session, no user is signed in. @throws ClientError */
export async function readLogoutRequest(context: Asking, request: string): Promise<LogoutView> {
  const kept = await context.sessions.read()
  if (!kept) return toView(await context.api.previewLogoutRequest(request))
  try {
    return { ...toView(await context.api.readLogoutRequest(kept.token, request)), person: toKnown(kept) }
  } catch (error) {
    await forgetIfEnded(context, kept.token, error)
    return toView(await context.api.previewLogoutRequest(request))
  }
}

function toView({ client, return_to: returnTo, means_other }: LogoutRequest): LogoutView {
  // Apps cannot register such an address: core or the provider made it up.
  if (returnTo !== undefined && !parseRedirectUri(returnTo)) throw new ClientError({ code: 'unexpected_answer' })
  return { app: client, returnTo, meansOther: means_other === true, person: undefined }
}
