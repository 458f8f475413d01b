import type { AccountEvent, AccountEventList, Grant, SessionSummary } from '@countersign/contracts'
import { readFields, readFlag, readList, readOneOf, readText, readTexts } from './fields.ts'

/** What a sign-in gives. The scope follows from how one signed in, and the vault from its own endpoint. */
export type SignedInAnswer = {
  readonly token: string
  readonly userId: string
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

const METHODS = ['password', 'passkey', 'recovery'] as const
const EVENTS = [
  'signed_up',
  'signed_in',
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
] as const

export function readSignedIn(value: unknown): SignedInAnswer {
  const fields = readFields(value)
  const { session_token: token, user_id: userId } = readTexts(value, ['session_token', 'user_id'])
  const deviceToken = fields['device_token']
  return {
    token,
    userId,
    deviceToken: deviceToken === undefined ? undefined : readText(deviceToken),
    needsNewPasswordRecord: fields['needs_new_password_record'] === true,
  }
}

export function readMethods(value: unknown): readonly MethodAnswer[] {
  return readList(readFields(value)['methods']).map((method) => {
    const fields = readFields(method)
    const { unlock_id: unlockId, created_at: createdAt } = readTexts(method, ['unlock_id', 'created_at'])
    const lastUsedAt = fields['last_used_at'] === null ? undefined : readText(fields['last_used_at'])
    const isBackedUp = fields['is_backed_up'] === undefined ? undefined : readFlag(fields['is_backed_up'])
    return { unlockId, createdAt, lastUsedAt, isBackedUp }
  })
}

export function readSessions(value: unknown): readonly SessionSummary[] {
  return readList(readFields(value)['sessions']).map(readSession)
}

function readSession(value: unknown): SessionSummary {
  const fields = readFields(value)
  return {
    ...readTexts(value, [
      'session_id',
      'created_at',
      'auth_time',
      'last_seen_at',
      'idle_expires_at',
      'absolute_expires_at',
      'user_agent',
      'network',
    ]),
    scope: readOneOf(fields['scope'], ['full', 'recovery']),
    method: fields['method'] === null ? null : readOneOf(fields['method'], METHODS),
    is_current: readFlag(fields['is_current']),
  }
}

export function readEvents(value: unknown): AccountEventList {
  const { events, next_cursor: cursor } = readFields(value)
  return { events: readList(events).map(readEvent), next_cursor: cursor === null ? null : readText(cursor) }
}

function readEvent(value: unknown): AccountEvent {
  const fields = readFields(value)
  return {
    ...readTexts(value, ['event_id', 'at', 'user_agent', 'network']),
    type: readOneOf(fields['type'], EVENTS),
    ...(fields['method'] === undefined ? {} : { method: readOneOf(fields['method'], METHODS) }),
  }
}

export function readGrants(value: unknown): readonly Grant[] {
  return readList(readFields(value)['grants']).map(readGrant)
}

function readGrant(value: unknown): Grant {
  const { client, scopes } = readFields(value)
  return {
    ...readTexts(value, ['grant_id', 'created_at', 'last_used_at']),
    client: readTexts(client, ['client_id', 'name', 'logo', 'description']),
    scopes: readList(scopes).map(readText),
  }
}
