import { canonicalLogin, preparePassword } from '@countersign/vault'
import { currentSession, type DeviceContext } from '../device-context.ts'
import { replaceSession } from '../session/current-session.ts'
import { commitMethodChange, type RegisteredMethod } from './change-methods.ts'
import { eventOfType, methodAdded } from './method-events.ts'

type NewPassword = {
  readonly password: string
  /** Without it the name stays; with it the name changes too. */
  readonly login?: string | undefined
}

/**
 * Begins the registration of a password. It may be the present one: it still gives a new root.
 * @throws VaultError `login_…`, `password_…`; ClientError `reauth_required` before any request
 */
export async function registerPassword(
  context: DeviceContext,
  { password, login }: NewPassword,
): Promise<RegisteredMethod> {
  const typed = preparePassword(password)
  const name = login === undefined ? {} : { login: canonicalLogin(login) }
  context.unlockSecret.read()
  const opaque = await context.loadOpaque()
  const registration = opaque.startRegistration(typed)
  const request = { ...name, registration_request: registration.registrationRequest }
  const started = await context.api.startPasswordMethod(currentSession(context).token, request)
  const { registrationRecord, root } = registration.finish(started.registration_response)
  const body = {
    type: 'password',
    registration_id: started.registration_id,
    registration_record: registrationRecord,
  } as const
  return { body, method: { type: 'opaque', root } }
}

/** Sets the first password, another one, or the same one under another name. */
export async function changePassword(context: DeviceContext, input: NewPassword): Promise<void> {
  const add = await registerPassword(context, input)
  const old = passwordRecords(context)
  const change = input.login === undefined ? eventOfType('password_changed') : eventOfType('login_name_changed')
  await commitMethodChange(context, { add, remove: old, log: [old.length === 0 ? methodAdded : change] })
  rememberLogin(context, input.login)
}

/** The name that was just set, for the next step-up; without one the session's stays. */
export function rememberLogin(context: DeviceContext, login: string | undefined): void {
  if (login !== undefined) replaceSession(context, { login: canonicalLogin(login) })
}

/**
 * Registers the same password again after a sign-in under server secrets that are being replaced. Its owner has nothing
 * to decide and is told nothing; should it fail, the next sign-in tries again. A core that asks for it without need gains
 * nothing: it is the same password, in the same protocol, for a server that could have asked for it at sign-up.
 */
export async function renewPasswordRecord(context: DeviceContext, present: Required<NewPassword>): Promise<void> {
  try {
    // With its name: only whoever knows it can bring it under a new key of the index.
    const add = await registerPassword(context, present)
    await commitMethodChange(context, { add, remove: passwordRecords(context), log: [] })
  } catch {
    // The session is as good as before.
  }
}

/** The records of the present password; there is at most one. */
export function passwordRecords(context: DeviceContext): readonly string[] {
  return recordsOf(context, 'opaque')
}

export function recordsOf(context: DeviceContext, type: 'opaque' | 'recovery'): readonly string[] {
  return currentSession(context)
    .unlock.filter((record) => record.type === type)
    .map(({ id }) => id)
}
