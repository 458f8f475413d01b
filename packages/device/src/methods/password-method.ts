import { canonicalLogin, preparePassword } from '@countersign/vault'
import type { MethodToAdd } from '../api/method-endpoints.ts'
import type { GesturePurpose } from '../failure.ts'
import { replaceSession } from '../session/current-session.ts'
import type { PasswordAsking } from '../session/sign-in.ts'
import { type Changing, currentSession, type Reading } from '../session/state.ts'
import { commitMethodChange, type EventOf, eventOfType, methodAdded, type RegisteredMethod } from './change-methods.ts'

type NewPassword = {
  readonly password: string
  readonly login?: string | undefined
}

export type RegisteredPassword = RegisteredMethod & { readonly body: Extract<MethodToAdd, { type: 'password' }> }

/** For a new password or the same: either gives a new root. @throws VaultError, ClientError `reauth_required` */
export async function registerPassword(
  context: Changing & PasswordAsking,
  { password, login }: NewPassword,
  purpose: GesturePurpose,
): Promise<RegisteredPassword> {
  const typed = preparePassword(password)
  const name = login === undefined ? {} : { login: canonicalLogin(login) }
  context.unlockSecret.read(purpose)
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

type PasswordChange = {
  readonly act: 'set_password' | 'change_password' | 'change_password_and_login_name' | 'change_login_name'
  readonly log: readonly EventOf[]
}

export const PASSWORD_CHANGES = {
  set: { act: 'set_password', log: [methodAdded] },
  change: { act: 'change_password', log: [eventOfType('password_changed')] },
  /** Only after the user proved the present password: it stays. */
  rename: { act: 'change_login_name', log: [eventOfType('login_name_changed')] },
  /** The device cannot tell which of the two changed. */
  replace: {
    act: 'change_password_and_login_name',
    log: [eventOfType('password_changed'), eventOfType('login_name_changed')],
  },
} as const satisfies Readonly<Record<string, PasswordChange>>

export async function changePassword(
  context: Changing & PasswordAsking,
  input: NewPassword,
  { act, log }: PasswordChange,
): Promise<void> {
  const purpose = { act }
  const add = await registerPassword(context, input, purpose)
  await commitMethodChange(context, { purpose, add, remove: passwordRecords(context), log })
  replaceSession(context, { needsNewPasswordRecord: false })
  rememberLogin(context, input.login)
}

export function rememberLogin(context: Pick<Reading, 'state'>, login: string | undefined): void {
  if (login !== undefined) replaceSession(context, { login: canonicalLogin(login) })
}

export function passwordRecords(context: Pick<Reading, 'state'>): readonly string[] {
  return recordsOf(context, 'opaque')
}

export function recordsOf(context: Pick<Reading, 'state'>, type: 'opaque' | 'recovery'): readonly string[] {
  return currentSession(context)
    .unlock.filter((record) => record.type === type)
    .map(({ id }) => id)
}
