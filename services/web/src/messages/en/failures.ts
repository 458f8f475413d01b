import { formatOf } from '../format.ts'

const { plural } = formatOf('en')

/** One sentence for each failure: what happened and what to do. Which failure says which: `failure-sentences.ts`. */
export const failures = {
  offline: 'The service cannot be reached. Check your connection and try again.',
  timeout: 'The service did not answer in time. Try again.',
  unavailable: 'The service is not available right now. Try again in a moment.',
  serverError: 'Something went wrong on our side. Try again in a moment.',
  unexpectedAnswer: 'The service gave an answer that we do not understand. Try again.',
  tooMany: 'Too many attempts. Wait a little and try again.',
  tooManyFor: (minutes: number) =>
    plural(minutes, {
      one: 'Too many attempts. Try again in 1 minute.',
      other: (number) => `Too many attempts. Try again in ${number} minutes.`,
    }),
  invalidCredentials: 'The login name or the password is not right.',
  sessionEnded: 'Your session has ended. Sign in again.',
  locked: 'Your vault is locked. Sign in again.',
  loginTaken: 'This login name is taken. Choose another one.',
  loginMalformed: 'The login name has a space or an invisible character in it.',
  loginTooShort: 'The login name needs at least 3 characters.',
  loginTooLong: 'The login name can have at most 64 characters.',
  passwordTooShort: 'Use at least 15 characters.',
  passwordTooLong: 'Use at most 256 characters.',
  passwordWeak: 'This password is easy to guess. Use a few words that nobody else puts together.',
  passwordMalformed: 'The password has a broken character. Type it again.',
  registrationExpired: 'That took too long for the service. Try again; your recovery key stays the same.',
  staleVault: 'Another device keeps changing your vault. Try again in a moment.',
  tooLarge: 'That is more than the vault can hold.',
  requestNotPending: 'This request was already answered. Go back to the app and start again.',
  requestExpired: 'This request has expired. Nothing was shared.',
  notFound: 'The service does not know this request.',
  invalidClaims: 'The service does not accept one of the values. Nothing was shared.',
  workerFailed: 'Your vault could not start in this browser. Update the browser, or try another one.',
  rollback:
    'The server sent an older vault than this device has seen. It was not opened and nothing was changed. Please tell the operator.',
  refusedVault:
    'The vault that the server sent is not the one it should be. Nothing was opened and nothing was changed. Please tell the operator.',
  newerVault: 'Your vault was written by a newer version. Load this page again.',
  insufficientSession: 'Sign in with your password to do this.',
  reauthRequired: 'Sign in again to do this.',
  userMismatch: 'This belongs to another account.',
  tookTooLong: 'That took too long. Try again.',
  invalidScope: 'The service does not know one of the things that the app asks for. Nothing was shared.',
  wrongRecoveryKey: 'This is not a recovery key. Look at your copy again.',
  activityBroken:
    'The server sent another activity than the one that your vault lists. Nothing was changed. Please tell the operator.',
  keyRotated: 'Another device renewed the key of your vault. Sign in again.',
  appKeyChanged:
    'The app would encrypt to another key than the one you approved. Nothing was shared. Go on only if you know why.',
  invalidPasskey: 'The service did not accept this passkey. Try again.',
  lastMethod: 'This is your last way to sign in besides the recovery key. Add another one first.',
  passkeyCancelled: 'The passkey was not used. Try again when you are ready.',
  passkeyExists: 'This device already has a passkey of your account.',
  passkeyNoPrf: 'This passkey cannot open a vault. Use another one, or a password.',
  passkeyUnstable: 'This passkey gives a different key each time and cannot open a vault. Use another one.',
  passkeyUnsupported: 'This browser cannot use passkeys here. Use a password, or another browser.',
  bug: 'Something went wrong in this page. Load it again; if it stays, tell the operator.',
}
