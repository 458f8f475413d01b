/** What can happen to an account, as the vault's own log and the record of the service both say it. */
export const events = {
  signed_up: 'Account created',
  signed_in: 'Signed in',
  sign_in_failed: 'A sign-in failed',
  sign_in_paused: 'Sign-in by password was paused after many attempts',
  session_ended: 'A device was signed out',
  other_sessions_ended: 'All other devices were signed out',
  method_added: 'Sign-in method added',
  method_removed: 'Sign-in method removed',
  password_changed: 'Password changed',
  login_name_changed: 'Login name changed',
  recovery_key_replaced: 'Recovery key replaced',
  account_key_rotated: 'Everything locked with a new key',
  account_exported: 'Account exported',
  grant_revoked: 'Access of an app revoked',
}
