import type { AccountEvent, AccountEventList, Grant, SessionSummary } from '@countersign/contracts'
import { readFlag, readText } from '@countersign/vault'
import { fieldsOf, fieldsWithOptional, listOf, literalOf, orNull, type Reader, singleFieldOf, texts } from './answer.ts'

/** What a sign-in gives. The scope follows from how one signed in, and the vault from its own endpoint. */
export type SignedInAnswer = {
  readonly token: string
  readonly userId: string
  /** ISO 8601: when the session began, if core says that it is bound to the key of this device. */
  readonly boundSince: string | undefined
  readonly deviceToken: string | undefined
  readonly needsNewPasswordRecord: boolean
}

/** What the server adds to a method that the vault lists. */
export type MethodAnswer = {
  readonly unlockId: string
  readonly createdAt: string
  readonly lastUsedAt: string | undefined
  readonly isBackedUp: boolean | undefined
}

const readMethodName = literalOf('password', 'passkey', 'recovery')

const readSignedInFields = fieldsWithOptional(texts('session_token', 'user_id'), {
  is_bound: readFlag,
  session: fieldsOf(texts('created_at')),
  device_token: readText,
  needs_new_password_record: readFlag,
})

export function readSignedIn(value: unknown, what: string): SignedInAnswer {
  const { session_token, user_id, is_bound, session, device_token, needs_new_password_record } = readSignedInFields(
    value,
    what,
  )
  return {
    token: session_token,
    userId: user_id,
    boundSince: is_bound === true ? session?.created_at : undefined,
    deviceToken: device_token,
    needsNewPasswordRecord: needs_new_password_record === true,
  }
}

const readMethodFields = fieldsWithOptional(
  { ...texts('unlock_id', 'created_at'), last_used_at: orNull(readText) },
  { is_backed_up: readFlag },
)

function readMethod(value: unknown, what: string): MethodAnswer {
  const { unlock_id, created_at, last_used_at, is_backed_up } = readMethodFields(value, what)
  return { unlockId: unlock_id, createdAt: created_at, lastUsedAt: last_used_at ?? undefined, isBackedUp: is_backed_up }
}

export const readMethods = singleFieldOf('methods', listOf(readMethod))

const readSession: Reader<SessionSummary> = fieldsOf({
  ...texts('session_id', 'created_at', 'auth_time', 'last_seen_at', 'idle_expires_at', 'absolute_expires_at'),
  ...texts('user_agent', 'network'),
  scope: literalOf('full', 'recovery'),
  method: orNull(readMethodName),
  is_current: readFlag,
})

export const readSessions = singleFieldOf('sessions', listOf(readSession))

const readEvent: Reader<AccountEvent> = fieldsWithOptional(
  {
    ...texts('event_id', 'at', 'user_agent', 'network'),
    type: literalOf(
      'signed_up',
      'signed_in',
      'silent_sign_in',
      'sign_in_failed',
      'sign_in_paused',
      'session_ended',
      'other_sessions_ended',
      'method_added',
      'method_removed',
      'password_changed',
      'login_name_changed',
      'recovery_key_replaced',
      'account_key_rotated',
      'account_exported',
      'grant_revoked',
    ),
  },
  { method: readMethodName, client_id: readText },
)

export const readEvents: Reader<AccountEventList> = fieldsOf({
  events: listOf(readEvent),
  next_cursor: orNull(readText),
})

const readGrant: Reader<Grant> = fieldsOf({
  ...texts('grant_id', 'created_at', 'last_used_at', 'expires_at'),
  access_expires_at: orNull(readText),
  ends_at: orNull(readText),
  client: fieldsOf(texts('client_id', 'name', 'logo', 'description')),
  scopes: listOf(readText),
})

export const readGrants = singleFieldOf('grants', listOf(readGrant))
