import { formatOf } from '../format.ts'

const { plural } = formatOf('en')

/** The texts of the way to an approval: loaded before anything is shown. */
export const enEntry = {
  /** Words that many pages use, and the names of what a vault holds. */
  common: {
    tryAgain: 'Try again',
    cancel: 'Cancel',
    close: 'Close',
    signOut: 'Sign out',
    home: 'Go to your vault',
    start: 'Go to the start page',
    show: 'Show',
    hide: 'Hide',
    required: 'Required',
    loading: 'Loading…',
    save: 'Save',
    saving: 'Saving…',
    next: 'Continue',
    back: 'Back',
    download: 'Download',
    earlier: 'Show earlier entries',
    language: 'Language',
    support: 'Help and contact',
    quote: (words: string) => `“${words}”`,

    claims: {
      name: 'Full name',
      given_name: 'Given name',
      family_name: 'Family name',
      nickname: 'Nickname',
      email: 'E-mail address',
      phone: 'Phone number',
      address: 'Postal address',
      birthdate: 'Date of birth',
      locale: 'Language',
      picture: 'Picture',
    },
    scopes: {
      openid: {
        title: 'Sign you in',
        description: 'An identifier that tells the app it is you again. It carries none of your data.',
      },
      email: { title: 'E-mail address', description: 'Your e-mail address.' },
      profile: { title: 'Profile', description: 'Your name, picture, birth date and language.' },
      phone: { title: 'Phone number', description: 'Your phone number.' },
      address: { title: 'Postal address', description: 'Your postal address.' },
    },
  },

  /** Opening the vault, and why it was locked. */
  signIn: {
    title: 'Sign in',
    lead: 'Sign in to unlock your vault on this device.',
    appWaitingTitle: 'An app is waiting for your approval',
    appWaiting: 'Sign in to see what it asks for. Nothing is shared until you approve it.',
    welcome: 'Welcome back',
    anotherWay: 'Sign in another way',
    notYou: 'Not you?',
    passkey: 'Sign in with a passkey',
    passkeyBusy: 'Waiting for your passkey…',
    or: 'or with your password',
    cancelled: 'No passkey was used. If this device has none for this service, use your password or your recovery key.',
    passkeyRefused:
      'The service did not accept this passkey. It stays on your device. Try again, or use another passkey, your password or your recovery key. Delete no passkey: tell the operator.',
    login: 'Login name',
    password: 'Password',
    submit: 'Sign in and open vault',
    busy: 'Opening your vault…',
    busyHint: 'This takes a second or two: it is what makes guessing your password slow.',
    throttled: (time: string) =>
      `Too many attempts. Your password can be tried again at ${time}. A passkey or your recovery key works now.`,
    recovery: 'Use your recovery key',
    noAccount: 'No account yet?',
    signUp: 'Create one',
    emptyLogin: 'Enter your login name.',
    emptyPassword: 'Enter your password.',

    /** Why the vault is locked, by the reason that the session gives. */
    locked: {
      idle: 'Your vault was locked after a while without activity. Sign in to go on.',
      idleUnsaved: 'Your vault was locked after a while without activity. Changes that were not saved are gone.',
      session_ended: 'Your session has ended. Sign in again to go on; what you typed is still here.',
      older_vault:
        'The server sent an older or another vault than this browser knows. Your vault was locked. Sign in again to see what is different; what you typed is still here.',
      recent_sign_in: 'This app asks you to sign in again before you approve. What you chose is still here.',
      other_account: 'You are signed out. Whoever signs in now can answer this request.',
      signed_out: 'You are signed out and your vault is locked.',
      left: 'Your vault was locked when you left the page. Sign in to go on.',
    },
  },

  /** The request of an app: what it says is what a person decides by. */
  consent: {
    title: (app: string) => `${app} asks for some of your data`,
    returnsTo: {
      site: (host: string) => `You return to ${host}`,
      local: (host: string) => `You return to a program on this computer, at ${host}`,
      program: (scheme: string) => `You return to an app on this device, ${scheme}`,
    },
    unreviewed: 'Not reviewed by this service',
    firstTime: 'Your vault does not know this app yet.',
    knownSince: (date: string) => `You have used it since ${date}.`,
    changedTitle: (app: string) => `${app} is not quite the app you approved before`,
    hostChanged: 'It now returns to another address. Go on only if you know why.',
    before: 'Before',
    now: 'Now',
    keyChanged:
      'It now encrypts to another key. Either it has renewed its key, or somebody else wants to read your data in its place.',
    keyGone: 'It no longer encrypts what you share, so the services on the way could read it too.',
    acceptKey: (app: string) => `I expected this change of ${app}, or have asked its operator.`,
    keyNotAccepted: 'Confirm the changed key above first, or deny.',
    scopes: 'What it asks for',
    reason: (app: string) => `${app} says:`,
    requiredBecause: (app: string) => `${app} does not work without this.`,
    signsIn: (app: string) => `Approving also signs you in to ${app}.`,
    shareScope: (title: string) => `Share ${title}`,
    noData: 'It shares none of your data.',
    off: 'Not shared.',
    claimOff: 'Not shared',
    chooseOne: (claim: string) => `${claim}: choose one`,
    nothingYet: 'Your vault has nothing for this yet. What you add here is kept in your vault.',
    addMore: (count: number) =>
      plural(count, { one: 'Add 1 more detail', other: (number) => `Add ${number} more details` }),
    addedHint: 'Optional. What you add here is shared too, and kept in your vault.',
    summaryNone: (app: string) => `${app} learns that it is you, and gets none of your data.`,
    summary: (app: string, count: number) =>
      plural(count, {
        one: `${app} gets 1 detail from your vault:`,
        other: (number) => `${app} gets ${number} details from your vault:`,
      }),
    summaryOff: 'Nothing is selected. Turn something on to approve, or deny.',
    approve: 'Approve',
    approving: 'Approving…',
    deny: 'Deny',
    denying: 'Denying…',
    requiredGap: (claim: string, app: string) => `Fill in “${claim}”: ${app} does not work without it.`,
    requiredOff: (claim: string, app: string) =>
      `Switch on “${claim}” or something else beside it: ${app} does not work without any of it.`,
    policy: (app: string) => `Privacy policy of ${app}`,
    terms: (app: string) => `Terms of ${app}`,
    sent: 'Only what you see here is sent, and only when you approve.',
    sealedFor: (app: string) =>
      `Your device encrypts it for ${app} alone: this service passes it on without being able to read it.`,
    plainFor: (app: string) => `This service passes it on to ${app} unencrypted, and can read it on the way.`,
    openUntil: 'This request is open until',
    leavingTitle: (app: string) => `Taking you back to ${app}`,
    leaving: 'If nothing happens, use this link.',
    continue: (app: string) => `Continue to ${app}`,
  },

  /** Pages that end a way: what happened, and the way on. */
  problem: {
    malformedTitle: 'This link is not complete',
    malformed: 'The address of the request is missing or damaged. Go back to the app and start again.',
    unknownTitle: 'We do not know this request',
    unknown: 'It may be too old, or it was opened with another account. Go back to the app and start again.',
    expiredTitle: 'This request has expired',
    expired: (app: string) =>
      `For your safety a request is open for a few minutes only. The app received nothing. Go back to ${app} and start again.`,
    approvedTitle: 'You have already approved this',
    approved: (app: string) => `An approval works once. If ${app} did not sign you in, go back to it and start again.`,
    deniedTitle: 'You have already denied this',
    denied: (app: string) => `Nothing was shared. To decide anew, go back to ${app} and start again.`,
    unsafeTitle: 'We will not send you there',
    unsafe:
      'The address for the way back is not safe to open, so no answer went there. Your activity says what was shared, if anything. Please tell the operator of the app.',
    backTo: (app: string) => `Back to ${app}`,
    loadTitle: 'We could not fetch the request',
    load: 'Nothing is shared before you approve it. Please try again.',
    pageTitle: 'We could not load this page',
    page: 'A part of this page did not arrive. Check your connection and try again.',
  },

  /** One sentence for each failure: what happened and what to do. Which failure says which: `failure-sentences.ts`. */
  failures: {
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
    wrongAddress:
      'The service is not set up for this address, so nobody can sign in here. Use its usual address, or tell the operator.',
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
    tooManyItems: 'A vault holds at most 5,000 entries. Remove some first.',
    vaultTooLarge: 'The entries of a vault can be 16 MiB together. Remove some first.',
    receiptTooOld: 'This receipt is older than the log that your vault keeps, so it can no longer be checked.',
    requestNotPending: 'This request was already answered. Go back to the app and start again.',
    requestExpired: 'This request has expired. The app received nothing.',
    notFound: 'The service does not know this request.',
    invalidClaims: 'The service does not accept one of the values. The app received nothing.',
    malformedClaim:
      'One of the values is not in the form that it needs. Nothing was saved or shared; change it in your vault.',
    workerFailed: 'Your vault could not start in this browser. Update the browser, or try another one.',
    missingUnlock:
      'The server left out a way to sign in that your vault lists. It was not opened and nothing was changed. Please tell the operator.',
    refusedVault:
      'The vault that the server sent is not the one it should be. Nothing was opened and nothing was changed. Please tell the operator.',
    accountDeleted:
      'This account was deleted on this device, and the server brings it back. It was not opened. Please tell the operator.',
    newerVault: 'Your vault was written by a newer version. Load this page again.',
    insufficientSession: 'Sign in with your password to do this.',
    reauthRequired: 'Confirm that it is you to do this.',
    userMismatch: 'This belongs to another account.',
    tookTooLong: 'That took too long. Try again.',
    invalidScope: 'The service does not know one of the things that the app asks for. The app received nothing.',
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
  },
}
