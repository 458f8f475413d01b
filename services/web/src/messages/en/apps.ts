import { formatOf } from '../format.ts'

const { counted } = formatOf('en')

export const enApps = {
  /** Connected apps. */
  apps: {
    title: 'Connected apps',
    lead: 'Apps that you approved: what each of them really got, and for how long it may come back.',
    shared: 'What it got',
    sharedUnknown: 'Your vault did not keep this yet when you approved the app. Your activity lists what left.',
    values: 'Show the values',
    given: (first: string, last: string) => (first === last ? `Given on ${first}.` : `Given from ${first} to ${last}.`),
    token: (until: string) => `It holds an access token until ${until}.`,
    noToken: 'It holds no access token right now.',
    ends: (date: string) => `Its access ends on ${date}, as you chose.`,
    endsUnused: (date: string) => `Its access ends on ${date} if it does not come back before.`,
    since: (date: string) => `Approved since ${date}.`,
    firstApproved: (date: string) => `First approved on ${date}.`,
    lastUsed: (moment: string) => `Last used ${moment}.`,
    revoke: 'Revoke',
    revoking: 'Revoking…',
    revokeTitle: (app: string) => `Revoke ${app}?`,
    revokeText: (app: string) =>
      `${app} can fetch nothing more from now on and has to ask you again. If it takes such notices, it is asked to sign you out; otherwise you stay signed in there until you sign out yourself. What it received stays with it: ask ${app} to delete that. This cannot be undone.`,
    revoked: (app: string) => `${app} has no access any more.`,
    emptyTitle: 'No app has access',
    empty: 'When you approve an app, it is listed here with what it may see, and you can revoke it.',
    unavailable:
      'The list of your apps cannot be fetched right now. Your vault is not affected, and no app gets anything new.',
    formerTitle: 'Without access',
    formerLead:
      'These apps have no access now. One that you approved a moment ago may still fetch what you allowed. What they got before stays with them.',
  },

  /** The vault's own log of what was shared. */
  activity: {
    title: 'Activity',
    lead: 'What left your vault, when, and to whom. Your vault keeps this list itself, so nobody can change it unnoticed.',
    verified: 'Every entry below was checked against your vault.',
    when: (moment: string, device: string) => `${moment}, with ${device}`,
    released: (app: string) => `Shared with ${app}`,
    nothing: 'None of your data, only that it is you.',
    sealed: 'Only the app could read it',
    plain: 'The service could read it in passing',
    uncertainBadge: 'May not have arrived',
    uncertain: 'The connection broke off while this was sent. It is listed because it may have arrived.',
    methods: { opaque: 'a password', prf: 'a passkey', recovery: 'the recovery key' },
    method_added: (method: string) => `Sign-in method added: ${method}`,
    method_removed: (method: string) => `Sign-in method removed: ${method}`,
    events: {
      not_released: 'An approval did not go through',
      exported: 'Vault exported',
      imported: 'Data imported',
      older_vault_accepted: 'Went on with an older or another vault',
    },
    emptyTitle: 'Nothing has left your vault',
    empty: 'As soon as you approve an app, what it received is listed here, with a receipt.',
    receipt: 'Receipt',
    receiptTitle: 'Receipt',
    receiptText: 'It shows what you approved for whom and when, and only your vault can confirm that it is genuine.',
    receiptFile: 'receipt',
    checkTitle: 'Check a receipt',
    checkLead: 'Choose a receipt that you kept. It is checked on this device and sent nowhere.',
    checkFile: 'Receipt file',
    genuine: (moment: string) => `This receipt is genuine: ${moment}.`,
    genuineRelease: (app: string, moment: string) => `This receipt is genuine. Approved for ${app} on ${moment}:`,
    notGenuine: 'This is not a receipt of your vault, or somebody has changed it.',
    brokenTitle: 'This list has been changed',
    broken:
      'The service sent another list than the one that your vault vouches for. An entry was altered, left out, moved or added on the server. Your device did not do that.',
    brokenAbove: 'The entries above were checked and are right. What is older cannot be trusted.',
    brokenDo:
      'Nothing in your vault was changed. Keep the receipts that you have, export your vault, and ask the operator to explain this.',
    signIns: 'Sign-ins and changes that the service noticed are listed under Devices.',
    appRevoked: (app: string) => `Access taken back from ${app}`,
    receiptBack: 'Back to the activity',
    receiptApp: 'App',
    receiptTime: 'Approved',
    receiptDevice: 'With',
    receiptValues: 'What was shared',
    receiptHash: 'Fingerprint of what was handed over',
    receiptJson: 'Download for checking',
    valueTooLong: 'Too long for the entry. Its fingerprint:',
    noValues: 'Entries of that time name what was shared, not the values.',
  },

  /** Events of both the vault's log and the server's record. */
  events: {
    signed_up: 'Account created',
    signed_in: 'Signed in',
    silent_sign_in: 'Signed in to an app without being asked',
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

  /** Verified claims and credentials in a request. */
  consentChecks: {
    reaches: (app: string) => `${app} can reach, in your name:`,
    notAlone:
      'What others say of you goes along with something else. Switch on something else as well to approve, or deny.',
    about: 'About this request',
    sealed: (app: string) => `Encrypted for ${app} alone`,
    namesakesTitle: (app: string) => `You know another app like ${app}`,
    namesakes:
      'It may be the same app, registered anew, or one that wants to be taken for it. It asks under another identifier than the app below. Go on only if you know why.',
    knownSince: (date: string) => `Known since ${date}`,
    marks: { new: 'New', left_out: 'You left this out last time', changed: 'Changed since last time' },
    lastingLine: 'Access:',
    lasting: 'How long may it come back?',
    lastingChoices: {
      open: 'Until I take it back',
      once: 'Only this once',
      until: 'Until a day that I choose',
    },
    lastingHints: {
      open: 'It can renew its access without asking, until that ends by itself.',
      once: 'It gets your data now and has to ask again next time.',
    },
    lastDay: 'Last day',
    lastDayWrong: 'Choose a day from tomorrow on.',
    malformed: 'Check the highlighted field.',
    nothingShared: 'Nothing was shared.',
    newOff: counted({ one: '1 new request is off:', other: '# new requests are off:' }),
  },

  /** Quick approval of a request for the same data as last time. */
  asBefore: {
    same: (app: string, count: number) =>
      count === 0
        ? `The same as last time: ${app} learns that it is you, and gets none of your data.`
        : `${app} gets the same as last time:`,
    change: 'See and change what is shared',
    changed: 'Something is not as it was last time. Nothing was shared yet: look before you approve.',
  },

  /** Sign-out at an app's request. */
  logout: {
    title: 'Sign out here too?',
    asks: (app: string) => `${app} asks to sign you out of this browser.`,
    unknownAsks: 'You were sent here to sign out of this browser.',
    otherTitle: 'Somebody else is signed in here',
    asksOther: (app: string) => `${app} asks to sign out somebody else. Whoever is signed in here is not meant.`,
    signedInAs: 'Signed in here:',
    effect:
      'Signing out locks your vault in this browser. The apps that you signed in to from here are told, if they take such notices. What you allow them stays: you take that back under connected apps.',
    stay: 'Stay signed in',
    doneTitle: 'You are signed out',
    done: 'Your session here has ended, and your vault is locked in every tab of this browser.',
    noneTitle: 'No session is kept here',
    none: 'This browser keeps no session of this service. Where your vault is open in another tab, sign out there too.',
    stayedTitle: 'You stay signed in',
    stayed: 'Nothing was changed. You can close this page.',
    overTitle: 'This link no longer works',
    over: 'It was opened too late or was cut short. Nothing was changed. Go back to the app and sign out there again.',
  },

  /** Device authorization (RFC 8628). */
  device: {
    title: 'Connect a device',
    lead: 'Type the code that your device shows.',
    code: 'Code of the device',
    codeHint: '8 letters, for example WDJB-MJHT',
    codeWrong: 'A code has 8 letters. Look at your device again.',
    fromLink: 'This code came with the link. Does your device show the same one?',
    warning:
      'Go on only with a device that is in front of you. Did somebody send you a code or this link? Then stop: whoever has that device would get your data.',
    checking: 'Looking for your device…',
    unknown: 'No device waits with this code. Compare it with your device; it may show a new one by now.',
    expired: 'This code has expired. Have your device show a new one.',
    used: 'This code was used already. Have your device show a new one.',
    compareTitle: (app: string) => `${app} asks from a device`,
    compare: 'Does the device in front of you show this code?',
    since: (time: string) => `It has asked since ${time}.`,
    yes: 'Yes, it is my device',
    no: 'No, stop',
    stopped: 'Nothing was approved. Whoever has that device gets nothing.',
    target: 'The device that shows the code gets your answer',
    doneTitle: 'You can go back to your device',
    approved: (app: string) => `${app} goes on there in a few seconds. You can close this page.`,
    denied: (app: string) => `${app} got nothing, and says so there in a few seconds. You can close this page.`,
  },
}
