import { formatOf } from '../format.ts'

const { counted, plural } = formatOf('en')

/** The texts up to an approval, loaded before the page renders. */
export const enEntry = {
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
    support: 'Help and contact',
    quote: (words: string) => `“${words}”`,

    claims: {
      name: 'Full name',
      given_name: 'Given name',
      family_name: 'Family name',
      nickname: 'Nickname',
      email: 'Email address',
      phone: 'Phone number',
      address: 'Postal address',
      birthdate: 'Date of birth',
      locale: 'Language',
      picture: 'Picture',
    },
    scopes: {
      openid: {
        title: 'Sign you in',
        description: 'Lets the app recognize you next time. It contains none of your data.',
      },
      profile: { title: 'Profile', description: 'Your name, picture, date of birth and language.' },
    },
    /** Scopes of a single claim, which is their title. */
    claimScopes: { email: 'Your email address.', phone: 'Your phone number.', address: 'Your postal address.' },
  },

  signIn: {
    title: 'Sign in',
    lead: 'Sign in to unlock your vault on this device.',
    appWaitingTitle: 'An app is waiting for your approval',
    appWaiting: 'Sign in to see what it asks for. Nothing is shared until you approve.',
    firstVisit: 'Nothing is shared until you approve.',
    welcome: 'Welcome back',
    anotherWay: 'Sign in another way',
    notYou: 'Not you?',
    passkey: 'Sign in with a passkey',
    passkeyBusy: 'Waiting for your passkey…',
    or: 'or with your password',
    cancelled: 'No passkey was used. If you don’t have one here, use your password or recovery key.',
    passkeyRefused:
      'This passkey opens no account here. If that account was deleted, you can remove the passkey. If not, keep it, sign in another way and tell the operator.',
    login: 'Username',
    password: 'Password',
    busy: 'Opening your vault…',
    busyHint: 'This takes a second or two, so that guessing your password is slow.',
    throttled: (time: string) =>
      `Too many attempts. You can try your password again at ${time}. A passkey or your recovery key works now.`,
    usePassword: 'Use your password',
    recovery: 'Use your recovery key',
    anotherDevice: 'Use another device',
    noAccount: 'No account yet?',
    signUp: 'Create one',
    emptyLogin: 'Enter your username.',
    emptyPassword: 'Enter your password.',

    /** By lock reason. */
    locked: {
      idle: 'Your vault locked after a while without activity. Sign in to continue.',
      idleUnsaved: 'Your vault locked after a while without activity. Unsaved changes are gone.',
      session_ended: 'Your session has ended. Sign in to continue; what you typed is still here.',
      older_vault:
        'The server sent an older or different vault, so we locked yours. Sign in to see what changed; what you typed is still here.',
      recent_sign_in: 'This app asks you to sign in again before you approve. Your choices are still here.',
      other_account: 'You’re signed out. The next person to sign in can answer this request.',
      signed_out: 'You’re signed out and your vault is locked.',
      left: 'Your vault locked when you left the page. Sign in to continue.',
    },
  },

  /** The request of an app. */
  consent: {
    title: (app: string) => `${app} asks for some of your data`,
    returnsTo: {
      site: (host: string) => `You’ll return to ${host}`,
      local: (host: string) => `You’ll return to a program on this computer, at ${host}`,
      program: (scheme: string) => `You’ll return to an app on this device, ${scheme}`,
    },
    unreviewed: 'Not reviewed by this service',
    firstTime: 'You haven’t approved this app before.',
    knownSince: (date: string) => `You’ve used it since ${date}.`,
    scopes: 'What it asks for',
    reason: (app: string) => `${app} says:`,
    signsIn: (app: string) => `Approving also signs you in to ${app}.`,
    shareScope: (title: string) => `Share ${title}`,
    off: 'Not shared.',
    claimOff: 'Not shared',
    summary: (app: string, count: number) =>
      plural(count, {
        one: `${app} gets 1 detail from your vault:`,
        other: (number) => `${app} gets ${number} details from your vault:`,
      }),
    approve: 'Approve',
    approving: 'Approving…',
    deny: 'Deny',
    denying: 'Denying…',
    plainFor: (app: string) => `Not encrypted for ${app}: this service can read it on the way.`,
    leavingTitle: (app: string) => `Taking you back to ${app}`,
    leaving: 'If nothing happens, use this link.',
    continue: (app: string) => `Continue to ${app}`,
  },

  /** A page whose script did not arrive. */
  missing: {
    title: 'We couldn’t load this page',
    text: 'Part of it didn’t arrive. Check your connection and try again.',
  },

  /** By error code. */
  failures: {
    offline: 'We can’t reach the service. Check your connection and try again.',
    timeout: 'The service didn’t answer in time. Try again.',
    service_unavailable: 'The service isn’t available right now. Try again in a moment.',
    server_error: 'Something went wrong on our side. Try again in a moment.',
    unexpected_answer: 'The service sent an answer we don’t understand. Try again.',
    too_many_requests: 'Too many attempts. Wait a little and try again.',
    tooManyFor: counted({
      one: 'Too many attempts. Try again in 1 minute.',
      other: 'Too many attempts. Try again in # minutes.',
    }),
    invalid_credentials: 'That username or password isn’t right.',
    invalid_session: 'Your session has ended. Sign in again.',
    wrong_address: 'You can’t sign in at this address. Use the service’s usual address, or tell the operator.',
    locked: 'Your vault is locked. Sign in again.',
    account_suspended: 'This account is suspended. Ask the operator.',
    login_taken: 'This username is taken. Choose another one.',
    login_malformed: 'Usernames can’t have spaces or invisible characters.',
    login_too_short: 'Use at least 3 characters.',
    login_too_long: 'Use at most 64 characters.',
    password_too_short: 'Use at least 15 characters.',
    password_too_long: 'Use at most 256 characters.',
    password_weak: 'This password is easy to guess. Choose a few unrelated words.',
    password_malformed: 'The password has a broken character. Type it again.',
    registration_expired: 'That took too long. Try again; your recovery key stays the same.',
    stale_vault: 'Another device keeps changing your vault. Try again in a moment.',
    too_large: 'That’s more than the vault can hold.',
    too_many_items: 'A vault holds at most 5,000 entries. Remove some first.',
    vault_too_large: 'A vault holds at most 16 MiB. Remove some entries first.',
    request_not_pending: 'This request was already answered. Go back to the app and start again.',
    request_expired: 'This request has expired. The app received nothing.',
    not_found: 'We can’t find this request.',
    invalid_claims: 'The service didn’t accept one of the values. The app received nothing.',
    malformed_claim: 'Check the highlighted field. Nothing was saved or shared.',
    worker_failed: 'Your vault couldn’t start in this browser. Update the browser, or try another one.',
    missing_unlock:
      'The server left out one of your ways to sign in. We didn’t open the vault, and nothing changed. Please tell the operator.',
    rollback:
      'The server sent a vault that isn’t the right one. We didn’t open it, and nothing changed. Please tell the operator.',
    account_deleted:
      'You deleted this account on this device, but the server sent it again. We didn’t open it. Please tell the operator.',
    unsupported: 'Your vault was saved by a newer version. Reload this page.',
    insufficient_session: 'Sign in with your password to do this.',
    reauth_required: 'Confirm it’s you to do this.',
    user_mismatch: 'This belongs to another account.',
    staging_expired: 'That took too long. Try again.',
    invalid_scope: 'The app asks for something this service doesn’t know. The app received nothing.',
    recovery_key_length: 'This isn’t a recovery key. Check your copy.',
    activity_broken:
      'The activity from the server doesn’t match your vault. Nothing was changed. Please tell the operator.',
    key_rotated: 'Another device replaced your vault key. Sign in again.',
    app_key_changed:
      'The app now uses a different encryption key than the one you approved. Nothing was shared. Continue only if you know why.',
    invalid_passkey: 'The service didn’t accept this passkey. Try again.',
    last_method: 'This is your last way to sign in besides the recovery key. Add another one first.',
    passkey_account_deleted:
      'You deleted this account, so its passkey opens nothing anymore. You can remove it from your devices.',
    passkey_cancelled: 'The passkey wasn’t used. Try again when you’re ready.',
    passkey_no_prf: 'This passkey can’t open a vault. Use another one, or a password.',
    passkey_unstable: 'This passkey can’t open a vault: it gives a different key each time. Use another one.',
    passkey_unsupported: 'Passkeys don’t work in this browser. Use a password, or another browser.',
    bug: 'Something went wrong on this page. Reload it; if that doesn’t help, tell the operator.',
  },
}
