import { formatOf } from '../format.ts'

const { counted } = formatOf('en')

export const enApps = {
  /** Connected apps. */
  apps: {
    title: 'Connected apps',
    lead: 'The apps you approved: what each one received, and how long its access lasts.',
    shared: 'Received',
    sharedUnknown: 'You approved this app before your vault kept this list. Your activity shows what you shared.',
    values: 'Show values',
    given: (first: string, last: string) =>
      first === last ? `Shared on ${first}.` : `First shared on ${first}, last on ${last}.`,
    connectedSince: 'Connected since',
    used: 'Last used',
    accessEnds: 'Access ends',
    endsIfUnused: (date: string) => `${date} if unused`,
    firstTime: 'First approved',
    lastTime: 'Last approved',
    removed: 'Removed',
    next: 'Next time',
    changeNext: 'Change',
    nextTitle: (app: string) => `What ${app} gets next time`,
    nextText: (app: string) =>
      `You’ll see it again before anything is shared. If ${app} needs something that you switch off, it may ask you for it again.`,
    nextSaved: (app: string) => `Saved. ${app} starts with this choice next time.`,
    revoke: 'Revoke',
    revoking: 'Revoking…',
    revokeTitle: (app: string) => `Revoke ${app}?`,
    revokeText: (app: string) =>
      `${app} loses access now. Data it already received stays with it. You may stay signed in there.`,
    revoked: (app: string) => `${app} no longer has access.`,
    emptyTitle: 'No connected apps',
    empty: 'Apps you approve appear here, with what they received. You can revoke them at any time.',
    unavailable: 'We can’t load your apps right now. Your vault isn’t affected.',
    formerTitle: 'Without access',
    formerLead:
      'These apps have no access anymore, except one you approved a moment ago. They keep what they received.',
  },

  /** The vault's own log of what was shared. */
  activity: {
    lead: 'Everything you shared, when, and with which app. Your vault keeps this list, so no change goes unnoticed.',
    verified: 'Every entry below was checked against your vault.',
    when: (moment: string, device: string) => `${moment}, with ${device}`,
    released: (app: string) => `Shared with ${app}`,
    notReleased: (app: string) => `Not shared with ${app}`,
    nothing: 'None of your data, just the sign-in.',
    sealed: 'Only the app could read it',
    plain: 'This service could read it too',
    uncertainBadge: 'May not have arrived',
    uncertain: 'The connection broke while this was sent, so it may or may not have arrived.',
    failed: 'This approval didn’t go through, and the app got nothing.',
    methods: { opaque: 'a password', prf: 'a passkey', recovery: 'the recovery key' },
    method_added: (method: string) => `Sign-in method added: ${method}`,
    method_removed: (method: string) => `Sign-in method removed: ${method}`,
    events: {
      not_released: 'An approval may not have gone through',
      release_failed: 'An approval didn’t go through',
      exported: 'Vault exported',
      imported: 'Data imported',
      older_vault_accepted: 'Continued with an older or different vault',
    },
    emptyTitle: 'Nothing shared yet',
    empty: 'When you approve an app, what it receives is listed here, with a receipt.',
    receipt: 'Receipt',
    receiptTitle: 'Receipt',
    receiptText: 'What you shared, with which app, and when. Only your vault can confirm that it’s genuine.',
    receiptFile: 'receipt',
    checkTitle: 'Check a receipt',
    checkLead: 'Choose a receipt you saved. It’s checked on this device and sent nowhere.',
    checkFile: 'Receipt file',
    genuine: (moment: string) => `This receipt is genuine: ${moment}.`,
    genuineRelease: (app: string, moment: string) => `This receipt is genuine. Approved for ${app} on ${moment}:`,
    notGenuine: 'This isn’t a receipt from your vault, or someone has changed it.',
    tooOld: 'This receipt is too old to check: your vault no longer keeps that part of its log.',
    brokenTitle: 'This list has been changed',
    broken:
      'The list from the server doesn’t match your vault: an entry was changed, removed, moved or added there. Your device didn’t do that.',
    brokenAbove: 'The entries above are verified. Don’t trust anything older.',
    brokenDo:
      'Your vault itself hasn’t changed. Keep your receipts, export your vault, and ask the operator to explain this.',
    signIns: 'Sign-ins and account changes are listed under Devices.',
    appRevoked: (app: string) => `Access revoked: ${app}`,
    filterApp: 'Show',
    allApps: 'All apps',
    receiptBack: 'Back to activity',
    receiptTime: 'Approved',
    receiptDevice: 'Approved with',
    receiptValues: 'Shared',
    receiptHash: 'Fingerprint of the shared data',
    receiptJson: 'Download file',
    valueTooLong: 'Too long to keep here. Its fingerprint:',
    noValues: 'Entries this old list what was shared, without the values.',
  },

  /** Events of both the vault's log and the server's record. */
  events: {
    signed_up: 'Account created',
    signed_in: 'Signed in',
    silent_sign_in: 'Signed in to an app automatically',
    sign_in_failed: 'Sign-in failed',
    sign_in_paused: 'Password sign-in paused after many attempts',
    session_ended: 'A device was signed out',
    other_sessions_ended: 'All other devices were signed out',
    method_added: 'Sign-in method added',
    method_removed: 'Sign-in method removed',
    password_changed: 'Password changed',
    login_name_changed: 'Username changed',
    recovery_key_replaced: 'Recovery key replaced',
    account_key_rotated: 'Vault key replaced',
    account_exported: 'Account exported',
    grant_revoked: 'App access revoked',
    account_sessions_ended: 'The operator signed out all your devices',
    account_suspended: 'The operator suspended your account',
    account_unsuspended: 'Your account is no longer suspended',
  },

  /** An operator's acts on an account, and what support needs. */
  operator: {
    suspendedTitle: 'Your account is suspended',
    suspended: (date: string) =>
      `The operator suspended it on ${date}. Your vault is still there, encrypted, and apps have no access for now.`,
    because: (reason: string) => `Reason: ${reason}`,
    ask: 'Is this a mistake? Contact support and tell them your account ID.',
    askOperator: 'Is this a mistake? Contact the operator of this service and tell them your account ID.',
    contact: 'Contact support',
    otherAccount: 'Sign in to another account',
    id: 'Account ID',
    idLead: 'Support may ask for it. It doesn’t say who you are.',
    copyId: 'Copy ID',
    copied: 'Copied.',
    copyFailed: 'That didn’t work. Select the ID and copy it yourself.',
  },

  /** An app that takes a sign-in by passkey alone. */
  passkeyOnly: {
    title: (app: string) => `${app} asks for a passkey`,
    lead: (app: string) => `${app} takes a sign-in with a passkey, not with a password.`,
    none: 'I have no passkey',
    first: 'Sign in with your password first. Then you can add a passkey and go on.',
    byPassword: (app: string) =>
      `You signed in with your password. ${app} takes a sign-in with a passkey only: use one that you have, or add one.`,
    leaving: 'Going back…',
  },

  /** Verified claims and credentials in a request. */
  consentChecks: {
    reaches: (app: string) => `${app} can act for you at:`,
    notAlone: 'Turn on one more detail, or deny: what was issued to you can’t be shared alone.',
    about: 'About this request',
    chooseOne: (claim: string) => `${claim}: choose one`,
    nothingYet: 'Not in your vault yet. What you add here is saved there.',
    addMore: counted({ one: 'Add 1 more detail', other: 'Add # more details' }),
    addedHint: 'Optional. What you add is shared too, and saved in your vault.',
    noData: 'It shares none of your data.',
    requiredBecause: (app: string) => `${app} doesn’t work without this.`,
    sent: 'Only what you see here is sent, and only when you approve.',
    sealedFor: (app: string) =>
      `Your device encrypts it so that only ${app} can read it. This service passes it on and can’t.`,
    openUntil: 'This request is open until',
    sealed: (app: string) => `Encrypted: only ${app} can read it`,
    namesakesTitle: (app: string) => `You already use an app with a name like ${app}`,
    namesakes:
      'It may be the same app, registered again, or one that pretends to be it. Continue only if you know why.',
    knownSince: (date: string) => `Known since ${date}`,
    marks: { new: 'New', left_out: 'You left this out last time', changed: 'Changed since last time' },
    lastingLine: 'Access:',
    lasting: 'How long does access last?',
    lastingChoices: {
      open: 'Until I revoke it',
      once: 'Just this once',
      until: 'Until a day I choose',
    },
    lastingHints: {
      open: 'It needn’t ask again while you keep using it.',
      once: 'It gets your data now, and has to ask again next time.',
    },
    lastDay: 'Last day',
    lastDayWrong: 'Choose a day from tomorrow on.',
    malformed: 'Check the highlighted field.',
    nothingShared: 'Nothing was shared.',
    possible: (names: string) => `You could also share: ${names}`,
    newOff: counted({ one: '1 new request is off:', other: '# new requests are off:' }),
    changedTitle: (app: string) => `${app} has changed since you approved it`,
    hostChanged: 'It now returns to a different address. Continue only if you know why.',
    before: 'Before',
    now: 'Now',
    keyChanged:
      'It now uses a different encryption key. Either the app renewed its key, or someone else is trying to read your data.',
    keyGone: 'It no longer encrypts what you share, so the services in between could read it too.',
    acceptKey: (app: string) => `I expected this change, or checked it with ${app}.`,
    keyNotAccepted: 'Confirm the changed key above first, or deny.',
    essential: (app: string, names: string) => `${app} says that it needs: ${names}`,
    policy: (app: string) => `Privacy policy of ${app}`,
    terms: (app: string) => `Terms of ${app}`,
    requiredGap: (claim: string, app: string) => `Fill in “${claim}”: ${app} doesn’t work without it.`,
    requiredOff: (claim: string, app: string) =>
      `Turn on “${claim}” or another detail beside it: ${app} needs at least one.`,
    summaryOff: 'Nothing is selected. Turn something on, or deny.',
    summaryNone: (app: string) => `${app} can recognize you, and gets none of your data.`,
  },

  /** Quick approval of a request for the same data as last time. */
  quickApproval: {
    same: (app: string, count: number) =>
      count === 0
        ? `Same as last time: ${app} can recognize you, and gets none of your data.`
        : `Same as last time: ${app} gets`,
    change: 'See and change what’s shared',
    changed: 'Something has changed since last time. Nothing was shared yet.',
    revoked: (date: string) => `You revoked this app’s access on ${date}. Nothing was shared since.`,
  },

  /** Sign-out at an app's request. */
  logout: {
    title: 'Sign out here too?',
    asks: (app: string) => `${app} asks to sign you out of this browser.`,
    unknownAsks: 'You were sent here to sign out of this browser.',
    otherTitle: 'Someone else is signed in here',
    asksOther: (app: string) => `${app} asks to sign out another person, not the one signed in here.`,
    signedInAs: 'Signed in here:',
    effect:
      'This locks your vault in this browser, and tells the apps you signed in to from here, if they support it. Their access stays until you revoke it under Connected apps.',
    stay: 'Stay signed in',
    doneTitle: 'You’re signed out',
    done: 'Your vault is locked in every tab of this browser.',
    noneTitle: 'You’re already signed out',
    none: 'If your vault is open in another tab, sign out there too.',
    stayedTitle: 'You’re still signed in',
    stayed: 'Nothing changed. You can close this page.',
    overTitle: 'This link no longer works',
    over: 'It’s too old or incomplete. Nothing changed. Go back to the app and sign out there again.',
  },

  /** Device authorization (RFC 8628). */
  device: {
    title: 'Connect a device',
    lead: 'Enter the code that your device shows.',
    code: 'Device code',
    codeHint: '8 letters, for example WDJB-MJHT',
    codeWrong: 'That’s not a code: codes have 8 letters and no vowels. Check your device.',
    fromLink: 'This code came with the link. Does your device show the same one?',
    warning:
      'Only continue if you can see the device. If someone sent you this code or link, stop: their device would get your data.',
    checking: 'Looking for your device…',
    unknown: 'No device is waiting with this code. Check your device; it may show a new one by now.',
    expired: 'This code has expired. Get a new one on your device.',
    used: 'This code was already used. Get a new one on your device.',
    compareTitle: (app: string) => `${app} asks from a device`,
    compare: 'Does the device in front of you show this code?',
    since: (time: string) => `Requested at ${time}.`,
    yes: 'Yes, it’s my device',
    no: 'No, stop',
    stopped: 'Nothing was approved. That device gets nothing.',
    target: 'Your answer goes to the device that shows the code',
    doneTitle: 'You can go back to your device',
    approved: (app: string) => `${app} continues there in a few seconds. You can close this page.`,
    denied: (app: string) => `${app} got nothing. You can close this page.`,
  },
}
