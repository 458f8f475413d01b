import { formatOf } from '../format.ts'

const { plural } = formatOf('en')

/** Where the account is signed in, and what the server noticed. */
export const sessions = {
  title: 'Devices',
  lead: 'Where your account is signed in right now.',
  current: 'This device',
  unknownBrowser: 'Unknown browser',
  unknownNetwork: 'unknown network',
  methods: { password: 'by password', passkey: 'by passkey', recovery: 'by recovery key' },
  network: (network: string) => `from ${network}`,
  lastSeen: (when: string) => `Last seen on ${when}`,
  onlyThis: 'Your account is signed in nowhere else.',
  end: 'Sign out',
  ended: 'That device was signed out.',
  endOthers: 'Sign out all other devices',
  endOthersTitle: 'Sign out all other devices?',
  endOthersMessage: 'Whoever uses them has to sign in again. This device stays signed in.',
  endedOthers: (count: number) =>
    plural(count, {
      one: 'The other device was signed out.',
      other: (number) => `${number} other devices were signed out.`,
    }),

  events: 'What the service noticed',
  eventsLead: 'If something here was not you, sign out all other devices and look through your sign-in methods.',
  noEvents: 'Nothing yet.',
  more: 'Show earlier ones',
  types: {
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
  },
}
