export const METHOD_CHANGES = [
  'method_added',
  'method_removed',
  'password_changed',
  'login_name_changed',
  'recovery_key_replaced',
  'account_key_rotated',
] as const

/** Changes of the ways into an account. */
export type MethodChange = (typeof METHOD_CHANGES)[number]

/** Kinds of an account event, apart from the schemas: the vault worker carries no TypeBox. */
export const ACCOUNT_EVENT_TYPES = [
  'signed_up',
  'signed_in',
  'silent_sign_in',
  'sign_in_failed',
  'sign_in_paused',
  'session_ended',
  'other_sessions_ended',
  ...METHOD_CHANGES,
  'account_exported',
  'grant_revoked',
  'account_sessions_ended',
  'account_suspended',
  'account_unsuspended',
] as const
