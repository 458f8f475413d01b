/** Opening the vault, and why it was locked. */
export const signIn = {
  title: 'Sign in',
  lead: 'One gesture signs you in and opens your vault, here on this device.',
  appWaitingTitle: 'An app is waiting for your approval',
  appWaiting: 'Sign in to see which app it is and what it asks for. Nothing is shared until you approve it.',
  passkey: 'Sign in with a passkey',
  passkeyBusy: 'Waiting for your passkey…',
  or: 'or with your password',
  noPasskeys: 'This browser cannot use passkeys here. Your password opens your vault just as well.',
  cancelled: 'No passkey was used. If this device has none for this service, use your password or your recovery key.',
  unknownPasskey:
    'This service does not know that passkey: it was removed, or belongs to another account. Choose another one, or use your password or your recovery key.',
  login: 'Login name',
  password: 'Password',
  submit: 'Sign in and open vault',
  busy: 'Opening your vault…',
  busyHint: 'This takes a second or two: it is what makes guessing your password slow.',
  throttled: (time: string) =>
    `Too many attempts. Your password can be tried again at ${time}. A passkey or your recovery key works now.`,
  recovery: 'Use your recovery key',
  saveReadable: 'Save what can be read',
  noAccount: 'No account yet?',
  signUp: 'Create one',
  emptyLogin: 'Enter your login name.',
  emptyPassword: 'Enter your password.',

  /** Why the vault is locked, by the reason that the session gives. */
  locked: {
    idle: 'Your vault was locked after five minutes without activity. Sign in to go on.',
    idleUnsaved: 'Your vault was locked after five minutes without activity. Changes that were not saved are gone.',
    session_ended: 'Your session has ended. Sign in again to go on; what you typed is still here.',
    recent_sign_in: 'This app asks you to sign in again before you approve. What you chose is still here.',
    signed_out: 'You are signed out and your vault is locked.',
    left: 'Your vault was locked when you left the page. Sign in to go on.',
  },
}
