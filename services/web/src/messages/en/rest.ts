import { formatOf } from '../format.ts'

const { plural } = formatOf('en')

/** The texts of everything else: loaded with the first page that needs them. */
export const enRest = {
  /** What this is, to someone who is not signed in. */
  home: {
    title: 'Your data, on your terms',
    lead: (name: string) =>
      `${name} keeps your profile in a vault that only your devices can open. An app that asks sees exactly what you approve, and nothing else.`,
    signIn: 'Sign in',
    signUp: 'Create an account',
    points: [
      ['Only you can open it', 'Your vault is encrypted on this device. We keep it and cannot read it.'],
      ['You see what leaves', 'Before an app gets anything, you see the exact values and choose.'],
      ['You decide each time', 'Say no as easily as yes. Nothing is shared behind your back.'],
    ],
  },

  /** Creating an account. */
  signUp: {
    title: 'Create your account',
    lead: 'It takes a minute. You choose how your vault opens, and keep a recovery key.',
    appWaiting: 'The app that sent you here waits. You will see what it asks for right after this.',
    passkeyTitle: 'With a passkey',
    passkeyLead:
      'Your fingerprint, your face or the PIN of this device opens your vault: nothing to remember, nothing to guess.',
    name: 'Your name',
    nameHint: 'Your devices show it beside this passkey. We do not learn it.',
    emptyName: 'Type a name, so that you find this passkey again.',
    passkeySubmit: 'Create a passkey',
    passkeyAccount: (date: string) => `My vault, ${date}`,
    passkeyNext:
      'Next your browser asks for your passkey two or three times: once to make it, then to check that it opens.',
    cancelled: 'No passkey was made, and there is no account yet. Try again when you are ready.',
    noPasskeys: 'This browser cannot use passkeys here, so a password opens your vault.',
    noPrf: 'This browser can sign in with passkeys, but cannot open a vault with them. A password can.',
    maybeMade: 'The answer was lost, so your account may be there already. Sign in with the new passkey to see.',
    or: 'or',
    usePassword: 'Use a password instead',
    passwordTitle: 'Your name and password',
    loginHint: 'A name or an e-mail address; 3 to 64 characters. We keep it only in a form that cannot be read back.',
    passwordHint: 'At least 15 characters. Four or five words that do not belong together are easy to remember.',
    passwordMissing: (missing: number) =>
      plural(missing, { one: '1 more character to go.', other: (number) => `${number} more characters to go.` }),
    passwordRepetitive: 'Too repetitive. Use more different characters.',
    passwordName: 'Mostly your login name. Use something else.',
    passwordGood: 'Long enough; whether it is easy to guess is looked at next. Is it one that you use nowhere else?',
    passwordWarning:
      'Nobody can reset this password for you, not even we. That is what the recovery key is for. Whoever runs this service could try to guess it: use words that nobody else puts together.',
    emptyLogin: 'Choose a login name.',
    busy: 'Preparing…',
    finish: 'Create account',
    finishBusy: 'Creating your account…',
    haveAccount: 'Already have an account?',
    signIn: 'Sign in',
  },

  /** The recovery key: keeping it, and coming back with it. */
  recovery: {
    title: 'Keep your recovery key',
    lead: 'If you lose everything else, this key is the only way back into your vault. Write it down, print it, or put it in a password manager. It is shown only now.',
    label: 'Recovery key',
    site: 'Opens the vault at',
    madeOn: 'Made on',
    keepSafe: 'Whoever has this key can open the vault. Keep it where you keep important papers.',
    copy: 'Copy',
    copied: 'Copied. Keep it in your password manager, then copy something else: whoever can paste here could read it.',
    copyFailed: 'Copying did not work. Please write the key down.',
    print: 'Print',
    fileName: 'recovery-key.txt',
    next: 'I have kept it',
    confirmTitle: 'Did you keep it?',
    confirmLead: 'Type two of the nine groups from your copy, so that we both know it can be read.',
    group: (number: number) => `Group ${number}`,
    groupHint: '4 characters',
    groupWrong: 'That is not what your key has there. Look at your copy again.',
    back: 'Show the key again',
    confirmAndApprove: 'Confirm and approve',
    beforeApproval: 'One thing before your first approval. Nothing is shared until this key is confirmed.',
    another:
      'This is a new key. If you wrote one down before without finishing, throw that one away: it stops working once you confirm this one.',
    replacedTitle: 'Another key counts',
    replaced:
      'You have confirmed another recovery key meanwhile, in another window or on another device. Throw away what you kept from here: it opens nothing.',

    enterTitle: 'Use your recovery key',
    enterLead: 'It opens your vault when nothing else does. Then you choose a new way to sign in.',
    enterHint: 'Nine groups of four. Small letters, spaces and dashes do not matter, and O counts as 0.',
    enterEmpty: 'Enter your recovery key.',
    enterSubmit: 'Open my vault',
    unknownKey: 'This recovery key opens no account here. Was it replaced by a newer one?',
    backToSignIn: 'Back to sign-in',

    methodTitle: 'How do you want to sign in from now on?',
    methodLead: 'Your vault is open. The key you used ends with this change, and you get a new one.',
    methodPasskey: 'Create a new passkey',
    methodPassword: 'Set a new password',
    loginStays: 'Your login name stays the same.',
    finishPasskey: 'Create passkey and finish',
    finishPassword: 'Set password and finish',
    finishBusy: 'Changing how your vault opens…',
    cancelled: 'No passkey was made and nothing was changed. Try again when you are ready.',
    unfinished: 'Nothing has changed yet: your old key is still in force.',

    doneTitle: 'You are back in',
    donePasskey: 'Your new passkey opens your vault.',
    donePassword: 'Your new password opens your vault; the old one no longer does.',
    doneKey: 'Your new recovery key is in force. The one you used is not accepted any more.',
    doneOthers: 'Every other device was signed out.',
    doneApps: 'All apps have lost their access. You can approve them again.',
    doneOlder: {
      passkey:
        'Older passkeys, and your password if you have one, still open your vault. Remove any you no longer trust, such as one on a lost device.',
      password: 'Older passkeys still open your vault. Remove any you no longer trust, such as one on a lost device.',
    },
    doneMethods: 'Go to sign-in methods',
  },

  /** Showing that an address or a number is one's own, by a code that is sent there. */
  verification: {
    verify: 'Verify',
    verifiedOn: (date: string) => `Verified on ${date}`,
    title: (claim: string) => `Verify: ${claim}`,
    lead: (value: string) => `A code of six digits goes to ${value}. Type it here, and apps can rely on it.`,
    sending: 'Sending the code…',
    sent: 'The code is on its way. It works for 10 minutes. For a day the service counts the codes that went there, and stores no address and no number.',
    code: 'Code from the message',
    codeHint: 'Six digits. Look into the spam folder too.',
    confirm: 'Confirm',
    confirming: 'Checking the code…',
    again: 'Send a new code',
    wrong: 'That is not the code that was sent. Look again, or have a new one sent.',
    expired: 'This code works no longer. Have a new one sent.',
    badValue: 'No code can be sent there. Check how it is written.',
    notSent: 'The code could not be sent. Try again in a few minutes.',
    changed: 'This entry is another one meanwhile. Close this and begin anew.',
    required: (app: string) => `${app} takes this only if it is verified.`,
    unavailable: 'Nothing can be verified here at the moment. Switch it off, or deny.',
    obstacle: (claim: string, app: string) => `Verify “${claim}” first: ${app} takes it only if it is verified.`,
    refused:
      'The service does not know any more that this value was verified, so your vault says so no longer. The app received nothing. Verify it again, or approve as it is.',
  },

  /** What others have issued to the person. */
  issued: {
    title: 'Issued to you',
    lead: 'What others confirm about you, signed by them. Apps that trust them can rely on it.',
    by: (name: string, host: string) => `Issued by ${name} (${host})`,
    until: (date: string) => `Valid until ${date}`,
    over: (date: string) => `Expired on ${date}`,
    endless: 'No end date',
    linkable:
      'Every app that you show it to sees the same signature. Apps that compare notes can tell that you are the same person.',
    remove: 'Remove',
    removeTitle: (name: string) => `Remove “${name}”?`,
    removeLead: 'It leaves your vault on every device. Only its issuer can give it to you again.',
    add: 'Add from a link',
    addTitle: 'Add what was issued to you',
    addLead: 'A university, a bank or an authority gives you a link. What it leads to is kept in your vault.',
    addedTitle: 'Added to your vault',
    signInLead: (host: string) => `Sign in to see what ${host} offers you. Nothing is added until you accept it.`,
    link: 'Link',
    linkHint: 'Paste it whole. It begins with openid-credential-offer:// or https://.',
    read: 'Look at it',
    reading: 'Asking the issuer…',
    offerTitle: (name: string) => `${name} offers you:`,
    offerLead: (host: string) =>
      `It comes from ${host}. It goes into your vault, and to nobody else until you share it.`,
    code: 'Code from the issuer',
    codeHint: 'The issuer has told you this code some other way, for example in a letter.',
    codeEmpty: 'Enter the code from the issuer.',
    accept: 'Add to my vault',
    accepting: 'Fetching…',
    toVault: 'Back to your vault',
    unavailable: 'This service fetches nothing from issuers at the moment. What you have already stays as it is.',
    badOffer: 'This link offers nothing that your vault can keep. Ask the issuer for a new one, and paste it whole.',
    unknownIssuer:
      'Your vault fetches from issuers that this service has named, and this one is none of them. Ask whoever runs the service to add it.',
    refused:
      'The issuer did not give it out. The code may be wrong, or the link was used before. Check the code, or ask the issuer for a new link.',
    badCredential: 'What came is not what was offered, so it was not kept. Tell the issuer.',
    away: 'The issuer does not answer. Try again in a moment.',
    missing: 'You have nothing of this from an issuer that this app trusts. You can approve without it.',
  },

  /** What the request of an app says of others, where there is something to say. */
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
    newOff: (count: number) =>
      plural(count, { one: '1 new request is off:', other: (number) => `${number} new requests are off:` }),
  },

  /** What a device cannot know of the vault by itself, for its owner to look at. */
  origin: {
    firstUseTitle: 'Your vault is new to this browser',
    firstUse: (when: string, device: string, change: string) =>
      `It was last changed on ${when}, with ${device}; that was change number ${change}. Is that right? If you do not know it, or have changed more since, share nothing, sign out and tell the operator: a server could show a new browser an old copy.`,
    confirm: 'That is right',
    unprovenTitle: 'This browser has not seen how your vault got here',
    unproven: (before: string, now: string) =>
      `When it was last sure of it, your vault was at ${before}. Now it is at ${now}, and the server has not shown that the one led to the other. If you do not think that so much has changed, share nothing and ask the operator.`,
    state: (change: string, when: string) =>
      when === '' ? `change number ${change}` : `change number ${change}, of ${when}`,
    keyReplacedTitle: 'Your recovery key was replaced',
    keyReplaced: (when: string, device: string) =>
      `${when === '' ? '' : `That was on ${when}, with ${device}. `}Another device replaced it, as somebody does who uses it to recover the account. If that was not you, replace it again and look through your sign-in methods.`,
    heldTitle: 'Something is not put back yet',
    held: (count: number) =>
      plural(count, {
        one: 'This browser holds 1 entry that is newer than your vault has it.',
        other: (number) => `This browser holds ${number} entries that are newer than your vault has them.`,
      }),
    putBack: 'Put back',
  },

  /** A vault that is whole, but not the one that this browser knows. */
  refusal: {
    title: 'This vault was not opened',
    save: 'Save what can be read',
    rollbackTitle: 'This vault is older than the one you had here',
    rollback:
      'The operator may have restored a backup. Or somebody shows you an old copy on purpose, which removed passkeys and old passwords would open again. Nothing was opened and nothing was changed.',
    forkTitle: 'This vault has another history than the one you had here',
    fork: 'The operator may have restored a backup, and another of your devices has gone on from there. Or somebody shows each of your devices something else. Nothing was opened and nothing was changed.',
    expected: 'What this browser knows',
    found: 'What the server sent',
    change: (number: string) => `Change number ${number}`,
    writtenWith: (device: string) => `with ${device}`,
    held: (count: number) =>
      plural(count, {
        one: 'This browser still holds your vault as it was: 1 entry is newer here and is put back when you go on.',
        other: (number) =>
          `This browser still holds your vault as it was: ${number} entries are newer here and are put back when you go on.`,
      }),
    heldSealed:
      'This browser still holds your vault as it was, but the way that you signed in does not open it. Leave this page open and sign in here in another way: then the newer entries can be put back.',
    notHeld:
      'This browser does not hold what is missing. If your vault is still open on another device or in another window, sign in there first: it can put the newer entries back.',
    ask: 'Ask the operator whether a backup was restored, and of which day.',
    goOn: 'Go on with this vault…',
    goOnTitle: 'Go on with this vault?',
    goOnMessage:
      'It becomes your vault in this browser. Entries, sign-in methods, recovery key and known apps are as they were then; what was removed since is there again. Look at your sign-in methods afterwards. Your activity will say that you went on.',
    understood: 'I have asked the operator, or I know why.',
    confirm: 'Go on',
  },

  /** The pages of someone who is signed in, as the navigation names them. */
  navigation: {
    label: 'Your account',
    pages: {
      home: 'Data',
      apps: 'Apps',
      activity: 'Activity',
      methods: 'Sign-in methods',
      sessions: 'Devices',
      account: 'Account',
    },
  },

  /** The open vault. */
  vault: {
    title: 'Your vault',
    lead: 'What apps can ask you for. Everything is optional, encrypted on this device, and shared only when you approve.',
    saved: 'Saved in your vault.',
    savedWithConflicts: (count: number) =>
      plural(count, {
        one: 'Saved. Another device changed 1 entry at the same time; the newer text stays and the other one was kept as a copy.',
        other: (number) =>
          `Saved. Another device changed ${number} entries at the same time; the newer texts stay and the others were kept as copies.`,
      }),
    unsaved: (count: number) =>
      plural(count, { one: '1 unsaved change', other: (number) => `${number} unsaved changes` }),
    discard: 'Discard',
    groups: { person: 'About you', contact: 'How to reach you', other: 'More' },
    emptyTitle: 'Your vault is empty',
    empty: 'Fill in what you like, now or when an app asks. Nothing here is shared by itself.',
    room: (count: number) =>
      plural(count, {
        one: 'Your vault is nearly full: it has room for 1 more entry.',
        other: (number) => `Your vault is nearly full: it has room for ${number} more entries.`,
      }),
    addAnother: 'Add another',
    label: (number: string) => `Label ${number}`,
    offerFirst: 'Offer this one first',
    remove: 'Remove',
    removed: 'goes when you save.',
    undo: 'Undo',
    undone: 'Taken back. Your vault is as it was before.',
    elsewhere: (value: string) =>
      `Changed on another device or in another tab meanwhile: “${value}”. If you save, what you typed is kept beside it.`,
    takeMine: 'Replace it with what I typed',
    conflictTitle: (claim: string) => `${claim}: which one counts?`,
    conflict:
      'Two devices changed this at the same time. Both texts are kept until you choose; only the first is shared.',
    inVault: 'In your vault',
    setAside: 'Set aside',
    gone: 'Removed',
    keepPresent: 'Keep the one in the vault',
    keepRemoved: 'Leave it removed',
    keepAside: 'Use the one set aside',
    keepBoth: 'Keep both',
    leaveTitle: 'Save your changes first?',
    leave: 'Your vault has changes that are not saved.',
    leaveSave: 'Save and sign out',
    leaveDiscard: 'Sign out without saving',
    whoHas: 'Who has this?',
    nobodyHas: 'Your vault remembers no app that got this.',
  },

  /** The values of claims, and what is wrong with them. */
  values: {
    countryOf: (label: string) => `${label}: country`,
    noLanguage: 'Not chosen',
    address: {
      street: 'Street and number',
      postalCode: 'Postal code',
      locality: 'Town',
      region: 'Region',
      country: 'Country',
    },
    problems: {
      email: 'This is not a complete e-mail address, like ana@example.org.',
      phone: 'This is not a phone number of the chosen country. Choose another country, or begin with + and its code.',
      date: 'This is not a date. Write it as year-month-day, like 1990-05-17.',
      futureDate: 'This day has not come yet.',
      language: 'This is not a language. Choose one from the list.',
      picture: 'This is not a picture that can be shared. Choose a file with a picture.',
      tooLong: 'This is too long to be shared.',
    },
  },

  /** The account: language, export, import, closing it. */
  account: {
    title: 'Your account',
    lead: 'Take everything with you, bring it back, or leave.',
    busy: 'One moment…',
    saved: 'The file was saved.',

    languageLead: 'Of these pages, on this device.',
    idle: 'Lock your vault',
    idleLead: 'On this device, when nobody touches the page.',
    idleAfter: 'Lock after',

    export: 'Take your data with you',
    plain: 'Readable copy',
    plainHint: 'Plain text, for you or another service. Not encrypted.',
    plainTitle: 'Save it unlocked?',
    plainMessage:
      'The file is not encrypted. Anyone who can open this device, or a backup of it, can read everything in it.',
    plainSubmit: 'Save readable copy',
    sealed: 'Locked copy',
    sealedHint:
      'As the service keeps it. Your recovery key opens it, even without us: with the command “countersign open-export”.',
    held: 'What the service holds about you',
    heldHint: 'Times, networks and sign-in methods; nothing that is in your vault.',

    import: 'Bring data in',
    importLead: 'From a readable or a locked copy. You see what it would add before anything changes.',
    file: 'Choose a file',
    notACopy: 'This file is not a copy of a vault. Choose another one.',
    copyKey: 'Recovery key of that copy',
    wrongKey: 'This key does not open that copy.',
    look: 'Look into it',
    madeOn: (date: string) => `Made on ${date}.`,
    adds: (count: number) =>
      plural(count, { one: 'It adds 1 entry.', other: (number) => `It adds ${number} entries.` }),
    addsNothing: 'It adds nothing: everything in it is in your vault already.',
    doubtful: (count: number) =>
      plural(count, {
        one: '1 entry is not in the right form. You can correct it in your vault; until then no app gets it.',
        other: (number) =>
          `${number} entries are not in the right form. You can correct them in your vault; until then no app gets them.`,
      }),
    already: (count: number) =>
      plural(count, { one: '1 entry is there already.', other: (number) => `${number} entries are there already.` }),
    commit: 'Add to my vault',
    imported: (count: number) =>
      plural(count, {
        one: '1 entry was added to your vault.',
        other: (number) => `${number} entries were added to your vault.`,
      }),

    delete: 'Delete your account',
    deleteHint: 'Everything is erased, for good.',
    deleteNext: 'Delete my account…',
    deleteTitle: 'Delete your account?',
    deletePoints: [
      'Your vault and everything in it is erased here, and your recovery key does not bring it back. Backups of the operator may hold it, encrypted, until they are deleted.',
      'Apps lose their access. What you shared with them before stays with them: ask them to erase it.',
      'You may want to save a copy first.',
    ],
    deleteWord: 'delete',
    deleteType: (word: string) => `Type “${word}” to confirm`,
    deleteWrong: (word: string) => `Type the word “${word}”.`,
    deleteSubmit: 'Delete everything now',
    deleteBusy: 'Deleting…',
    keep: 'Keep my account',
    deletedTitle: 'Your account is deleted',
    deleted:
      'Your vault was erased and apps lose their access. You can remove the passkeys of this service from your devices.',
  },

  /** Passkeys, password, recovery key and account key; and confirming that it is you. */
  passkeys: {
    title: 'Sign-in methods',
    lead: 'Every way to open your vault. Nobody else can add one.',
    current: 'In use now',
    addedOn: (date: string) => `Added on ${date}`,
    usedOn: (date: string) => `last used on ${date}`,
    neverUsed: 'not used yet',

    passkeys: 'Passkeys',
    passkeysLead: 'Your fingerprint, face or device PIN opens the vault.',
    none: 'No passkey yet. With one you sign in without typing anything.',
    unnamed: 'Passkey',
    synced: 'Synchronised between your devices',
    oneDevice: 'On one device only',
    add: 'Add a passkey',
    addLead:
      'Your browser asks two or three times: once to make it, then to check that it opens your vault. After that, every other device is signed out.',
    added: 'The passkey was added. Every other device was signed out.',
    cancelled: 'No passkey was added. Try again when you are ready.',
    unsupported: 'This browser cannot make passkeys here. Try another browser or device.',
    name: 'Name',
    nameHint: 'So that you know it again, such as “Phone” or “Blue security key”.',
    nameEmpty: 'Give it a name.',
    rename: 'Rename',
    renamed: 'The passkey has a new name.',
    remove: 'Remove',
    removeTitle: (name: string) => `Remove “${name}”?`,
    removeMessage: 'It will not open your vault any more, and every other device is signed out.',
    removed: 'It was removed. Could somebody else use it? Then lock everything with a new key as well.',
    lastTitle: 'This one has to stay',
    lastMessage: 'It is your last way in besides the recovery key. Add a passkey or a password first.',

    password: 'Password',
    passwordLead: 'Opens your vault where you have no passkey at hand.',
    noPassword: 'No password. You do not need one while you have a passkey.',
    setPassword: 'Set a password',
    passwordSet: 'Your password was set. Every other device was signed out.',
    changePassword: 'Change password',
    newPassword: 'New password',
    changeLead: 'Every other device is signed out when it changes.',
    known: 'Could someone know the old one?',
    knownNo: 'No',
    knownNoHint: 'I just want another one.',
    knownYes: 'Yes, or I am not sure',
    knownYesHint: 'Then you lock everything with a new key next.',
    passwordChanged: 'Your password was changed. Every other device was signed out.',
    changeLogin: 'Change login name',
    changeLoginLead: 'Your password is kept under your name, so both are needed once more.',
    currentLogin: 'Present login name',
    currentPassword: 'Present password',
    newLogin: 'New login name',
    loginChanged: 'Your login name was changed. Every other device was signed out.',

    recoveryKey: 'Recovery key',
    recoveryLead: 'Opens your vault when everything else is lost.',
    newKey: 'Make a new recovery key',
    newKeyPoints: [
      'You get a new key, and show that you have kept it.',
      'Only then the old one ends.',
      'Every other device is signed out.',
    ],
    newKeyFinish: 'Use this key from now on',
    keyReplaced: 'Your new recovery key is in force. The old one is not accepted any more.',

    accountKey: 'The key of your vault',
    accountKeyLead:
      'If somebody may have had a way in, exchange the key: what they have then no longer opens your vault.',
    rotate: 'Lock everything with a new key',
    administer: 'Manage apps',
    rotateLead: 'Every entry is encrypted anew, here on this device. Then:',
    rotateStays: 'The passkey or the password that you confirm with stays.',
    rotatePassword: 'Your new password takes the place of the old one. A passkey stays only if you confirm with it.',
    rotatePoints: [
      'Every other passkey or password ends. You can add them again afterwards.',
      'You get a new recovery key; the old one ends.',
      'Every other device is signed out.',
      'All apps lose their access and have to ask you again.',
    ],
    rotateFinish: 'Lock everything now',
    rotateBusy: 'Encrypting everything anew…',
    rotated: 'Everything is locked with a new key. Add your other sign-in methods again when you need them.',

    renewTitle: 'Confirm your password',
    renewLead:
      'The service renews the secrets behind passwords. Type yours once more, and it goes on opening your vault.',
    renewed: 'Thank you. Your password goes on opening your vault.',

    stepUpTitle: 'Is it you?',
    stepUp: (act: string) => `${act}: confirm that this is what you want. It counts for this alone.`,
    stepUpAdminister:
      'Confirm that it is you. For five minutes it counts for what you change in the console, and for nothing else.',
    stepUpPasskey: 'Confirm with a passkey',
    stepUpPassword: 'Confirm with your password',
    stepUpRecovery: 'Enter the recovery key that you came with once more.',
    stepUpSubmit: 'Confirm',
    stepUpBusy: 'Checking…',
    stepUpCancelled: 'No passkey was used. Try again, or cancel.',
    unchanged: 'You stopped before the last step. Nothing was changed: everything opens your vault as before.',
    maybeChanged:
      'The answer was lost, so nobody here knows whether it was changed. Sign in once more to see, with the new way first.',
    notYet: 'Nothing has changed yet. The change happens with the last step.',
    notYetPassword:
      'Your password has not changed yet: the new one counts from the last step on. If you stop before, the old one stays.',
  },

  /** An address that leads nowhere. */
  notFound: {
    title: 'There is nothing here',
    lead: 'This address does not exist.',
  },

  /** Signing out, where an app has sent somebody to do so. */
  logout: {
    loading: 'Loading…',
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
    back: (app: string) => `Back to ${app}`,
    overTitle: 'This link no longer works',
    over: 'It was opened too late or was cut short. Nothing was changed. Go back to the app and sign out there again.',
  },

  /** What each app may see. */
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

  /** What was approved and released, and what the service noticed. */
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

  /** What can happen to an account, as the vault's own log and the record of the service both say it. */
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

  /** Where the account is signed in, and what the server noticed. */
  sessions: {
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
    endOthersApps: 'Also end the access of all apps; they have to ask you again.',
    endedOthers: (count: number) =>
      plural(count, {
        one: 'The other device was signed out.',
        other: (number) => `${number} other devices were signed out.`,
      }),

    events: 'What the service noticed',
    eventsLead:
      'The service says this; your vault cannot check it. If something here was not you, sign out all other devices and look through your sign-in methods.',
    noEvents: 'Nothing yet.',
  },

  /** An app that asks for what it got last time: one gesture answers it. */
  asBefore: {
    same: (app: string, count: number) =>
      count === 0
        ? `The same as last time: ${app} learns that it is you, and gets none of your data.`
        : `${app} gets the same as last time:`,
    change: 'See and change what is shared',
    changed: 'Something is not as it was last time. Nothing was shared yet: look before you approve.',
  },

  /** A device without a browser of its own: the code that it shows, and who asks with it. */
  device: {
    title: 'Connect a device',
    lead: 'Type the code that your device shows.',
    code: 'Code of the device',
    codeHint: '8 letters, for example WDJB-MJHT',
    codeWrong: 'A code has 8 letters. Look at your device again.',
    fromLink: 'This code came with the link. Does your device show the same one?',
    warning:
      'Go on only with a device that is in front of you. Did somebody send you a code or this link? Then stop: whoever has that device would get your data.',
    next: 'Continue',
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
