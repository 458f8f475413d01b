import type { FailureCode } from '../failure.ts'
import { deviceFailures } from './en-device-failures.ts'

/** How many, with its noun. */
const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`

const minutes = (seconds: number) => count(Math.max(1, Math.ceil(seconds / 60)), 'minute', 'minutes')

/** Every text of the page in English, plain and without jargon: what it says is what a person decides by. */
export const en = {
  productName: 'Countersign',

  common: {
    tryAgain: 'Try again',
    cancel: 'Cancel',
    signOut: 'Sign out',
    home: 'Go to your vault',
    start: 'Go to the start page',
    show: 'Show',
    hide: 'Hide',
    required: 'Required',
  },

  home: {
    title: 'Your data, on your terms',
    lead: 'Countersign keeps your profile in a vault that only your devices can open. An app that asks sees exactly what you approve, and nothing else.',
    signIn: 'Sign in',
    signUp: 'Create an account',
    points: [
      ['Only you can open it', 'Your vault is encrypted on this device. We keep it and cannot read it.'],
      ['You see what leaves', 'Before an app gets anything, you see the exact values and choose.'],
      ['You decide each time', 'Say no as easily as yes. Nothing is shared behind your back.'],
    ],
  },

  signIn: {
    title: 'Sign in',
    lead: 'Your password also opens your vault, here on this device.',
    appWaitingTitle: 'An app is waiting for your approval',
    appWaiting: 'Sign in to see which app it is and what it asks for. Nothing is shared until you approve it.',
    login: 'Login name',
    password: 'Password',
    submit: 'Sign in and open vault',
    busy: 'Opening your vault…',
    busyHint: 'This takes a second or two: it is what makes guessing your password slow.',
    noAccount: 'No account yet?',
    signUp: 'Create one',
    emptyLogin: 'Enter your login name.',
    emptyPassword: 'Enter your password.',
  },

  signUp: {
    title: 'Create your account',
    lead: 'It takes a minute. You need a login name, a password and a place to keep a recovery key.',
    appWaiting: 'The app that sent you here waits. You will see what it asks for right after this.',
    step: (step: number) => `Step ${step} of 2`,
    login: 'Login name',
    loginHint: 'A name or an e-mail address; 3 to 64 characters. We keep only a fingerprint of it.',
    password: 'Password',
    passwordHint: 'At least 15 characters. Four or five words that do not belong together are easy to remember.',
    passwordMissing: (missing: number) => `${count(missing, 'more character', 'more characters')} to go.`,
    passwordShort: 'Use at least 15 characters.',
    passwordRepetitive: 'Too repetitive. Use more different characters.',
    passwordName: 'Mostly your login name. Use something else.',
    passwordGood: 'Long enough. Is it one that you use nowhere else?',
    passwordWarning: 'Nobody can reset this password for you, not even we. That is what the recovery key is for.',
    emptyLogin: 'Choose a login name.',
    submit: 'Continue',
    busy: 'Preparing…',
    haveAccount: 'Already have an account?',
    signIn: 'Sign in',
  },

  recovery: {
    title: 'Keep your recovery key',
    lead: 'If you forget your password, this key is the only way back into your vault. Write it down, print it, or put it in a password manager. It is shown only now.',
    label: 'Recovery key',
    copy: 'Copy',
    copied: 'Copied',
    copyFailed: 'Copying did not work. Please write the key down.',
    print: 'Print',
    download: 'Download',
    fileName: 'countersign-recovery-key.txt',
    fileText: (login: string, key: string) =>
      `Countersign recovery key\n\nLogin name: ${login}\nRecovery key: ${key}\n\nWhoever has this key can open the vault. Keep it where you keep important papers.\n`,
    next: 'I have kept it',
    confirmTitle: 'Did you keep it?',
    confirmLead: 'Type two of the nine groups from your copy, so that we both know it can be read.',
    group: (number: number) => `Group ${number}`,
    groupHint: '4 characters',
    groupWrong: 'That is not what your key has there. Look at your copy again.',
    back: 'Show the key again',
    submit: 'Create account',
    busy: 'Creating your account…',
    loginTaken: 'This login name is taken. Choose another one; your recovery key stays the same.',
    newLogin: 'Another login name',
  },

  consent: {
    loading: 'Fetching the request…',
    title: (app: string) => `${app} asks for some of your data`,
    returnsTo: {
      site: (host: string) => `You return to ${host}`,
      local: (host: string) => `You return to a program on this computer, at ${host}`,
      program: (scheme: string) => `You return to an app on this device, ${scheme}`,
    },
    scopes: 'What it asks for',
    reason: (app: string) => `${app} says:`,
    requiredBecause: (app: string) => `${app} does not work without this.`,
    shareScope: (title: string) => `Share ${title}`,
    noData: 'It shares none of your data.',
    off: 'Not shared.',
    nothingYet: 'Your vault has nothing for this yet. What you add here is kept in your vault.',
    addMore: (number: number) => `Add ${count(number, 'more detail', 'more details')}`,
    addedHint: 'Optional. What you add here is shared too, and kept in your vault.',
    summaryNone: (app: string) => `${app} learns that it is you, and gets none of your data.`,
    summary: (app: string, number: number) => `${app} gets ${count(number, 'detail', 'details')} from your vault:`,
    summaryOff: 'Everything is switched off. Switch something on to approve, or deny.',
    approve: 'Approve',
    approving: 'Approving…',
    deny: 'Deny',
    denying: 'Denying…',
    requiredGap: (claim: string, app: string) => `Fill in “${claim}”: ${app} does not work without it.`,
    promise:
      'Your vault is open on this device only. Only what you see here is signed and sent, and only when you approve.',
    leavingTitle: (app: string) => `Taking you back to ${app}`,
    leaving: 'If nothing happens, use this link.',
    continue: (app: string) => `Continue to ${app}`,
  },

  problem: {
    malformedTitle: 'This link is not complete',
    malformed: 'The address of the request is missing or damaged. Go back to the app and start again.',
    unknownTitle: 'We do not know this request',
    unknown: 'It may be too old, or it was opened with another account. Go back to the app and start again.',
    expiredTitle: 'This request has expired',
    expired: (app: string) =>
      `For your safety a request is open for a few minutes only. Nothing was shared. Go back to ${app} and start again.`,
    approvedTitle: 'You have already approved this',
    approved: (app: string) => `An approval works once. If ${app} did not sign you in, go back to it and start again.`,
    deniedTitle: 'You have already denied this',
    denied: (app: string) => `Nothing was shared. To decide anew, go back to ${app} and start again.`,
    unsafeTitle: 'We will not send you there',
    unsafe: 'The app gave an address that is not safe to open. Nothing was shared. Please tell its operator.',
    backTo: (app: string) => `Back to ${app}`,
    loadTitle: 'We could not fetch the request',
    notFoundTitle: 'There is nothing here',
    notFound: 'This address does not exist.',
  },

  vault: {
    title: 'Your vault',
    lead: 'What apps can ask you for. Everything is optional, encrypted on this device, and shared only when you approve.',
    firstUse: (when: string, device: string) =>
      `First time on this device. Your vault was last changed on ${when}, with ${device}. If that is not right, sign out and tell us.`,
    save: 'Save',
    saving: 'Saving…',
    saved: 'Saved in your vault.',
    savedWithConflicts: (number: number) =>
      `Saved. Another device changed ${count(number, 'entry', 'entries')} at the same time; the newer text stays and the other one was kept as a copy.`,
    unsaved: (number: number) => count(number, 'unsaved change', 'unsaved changes'),
    upToDate: 'Everything is saved.',
    discard: 'Discard',
    groups: { person: 'About you', contact: 'How to reach you' },
    leaveTitle: 'Save your changes first?',
    leave: 'Your vault has changes that are not saved.',
    leaveSave: 'Save and sign out',
    leaveDiscard: 'Sign out without saving',
  },

  lock: {
    idle: 'Your vault was locked after five minutes without activity. Sign in to go on.',
    idleUnsaved: 'Your vault was locked after five minutes without activity. Changes that were not saved are gone.',
    session_ended: 'Your session has ended. Sign in again to go on; what you typed is still here.',
    recent_sign_in: 'This app asks you to sign in again before you approve. What you chose is still here.',
    signed_out: 'You are signed out and your vault is locked.',
    left: 'Your vault was locked when you left the page. Sign in to go on.',
  },

  claims: {
    name: ['Full name', ''],
    given_name: ['Given name', ''],
    family_name: ['Family name', ''],
    nickname: ['Nickname', ''],
    email: ['E-mail address', ''],
    phone: ['Phone number', 'With country code, like +41 79 123 45 67.'],
    address: ['Postal address', ''],
    birthdate: ['Date of birth', ''],
    locale: ['Language', 'As a language tag, like en, de-CH or pt-BR.'],
    picture: ['Picture', 'The web address of a picture.'],
  } as Readonly<Record<string, readonly [label: string, hint: string]>>,

  failure: (code: FailureCode, retryAfterSeconds?: number) =>
    (Object.hasOwn(failures, code) ? failures[code] : bug)(retryAfterSeconds),
}

const bug = () => 'Something went wrong in this page. Load it again; if it stays, tell the operator.'
const newer = () => 'Your vault was written by a newer version. Load this page again.'
const refused = () =>
  'The vault that the server sent is not the one it should be. Nothing was opened and nothing was changed. Please tell the operator.'
const full = () => 'That is more than the vault can hold.'
const unavailable = () => 'The service is not available right now. Try again in a moment.'
const wrongRecoveryKey = () => 'This is not a recovery key. Look at your copy again.'

/** One sentence for each failure: what happened and what to do. A code that core made up reads as `bug`. */
const failures: Record<FailureCode, (retryAfterSeconds?: number) => string> = {
  offline: () => 'The service cannot be reached. Check your connection and try again.',
  timeout: () => 'The service did not answer in time. Try again.',
  service_unavailable: unavailable,
  server_error: () => 'Something went wrong on our side. Try again in a moment.',
  unexpected_answer: () => 'The service gave an answer that we do not understand. Try again.',
  too_many_requests: (seconds) =>
    seconds === undefined
      ? 'Too many attempts. Wait a little and try again.'
      : `Too many attempts. Try again in ${minutes(seconds)}.`,
  invalid_credentials: () => 'The login name or the password is not right.',
  invalid_session: () => 'Your session has ended. Sign in again.',
  locked: () => 'Your vault is locked. Sign in again.',
  login_taken: () => 'This login name is taken. Choose another one.',
  login_malformed: () => 'The login name has a space or an invisible character in it.',
  login_too_short: () => 'The login name needs at least 3 characters.',
  login_too_long: () => 'The login name can have at most 64 characters.',
  password_too_short: () => 'Use at least 15 characters.',
  password_too_long: () => 'Use at most 256 characters.',
  password_malformed: () => 'The password has a broken character. Type it again.',
  registration_expired: () => 'That took too long for the service. Try again; your recovery key stays the same.',
  stale_vault: () => 'Another device keeps changing your vault. Try again in a moment.',
  too_large: full,
  payload_too_large: full,
  request_not_pending: () => 'This request was already answered. Go back to the app and start again.',
  request_expired: () => 'This request has expired. Nothing was shared.',
  not_found: () => 'The service does not know this request.',
  invalid_claims: () => 'The service does not accept one of the values. Nothing was shared.',
  worker_failed: () => 'Your vault could not start in this browser. Update the browser, or try another one.',
  rollback: () =>
    'The server sent an older vault than this device has seen. It was not opened and nothing was changed. Please tell the operator.',
  fork: refused,
  tampered: refused,
  incomplete: refused,
  wrong_owner: refused,
  wrong_key: refused,
  unlisted_unlock: refused,
  no_unlock: refused,
  malformed: refused,
  unsupported: newer,
  insufficient_session: () => 'Sign in with your password to do this.',
  reauth_required: () => 'Sign in again to do this.',
  user_mismatch: () => 'This belongs to another account.',
  invalid_token: () => 'That took too long. Try again.',
  invalid_scope: () => 'The service does not know one of the things that the app asks for. Nothing was shared.',
  recovery_key_length: wrongRecoveryKey,
  recovery_key_characters: wrongRecoveryKey,
  recovery_key_checksum: wrongRecoveryKey,
  ...deviceFailures,
  invalid_admin_token: bug,
  invalid_client_metadata: bug,
  invalid_cursor: bug,
  invalid_redirect_uri: bug,
  invalid_request: bug,
  invalid_service_token: unavailable,
  invalid_vault: bug,
  last_secret: bug,
  method_not_allowed: bug,
  precondition_required: bug,
  unsupported_media_type: bug,
  unknown_item: bug,
  bug,
}
