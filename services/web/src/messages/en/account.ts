import { formatOf } from '../format.ts'

const { counted } = formatOf('en')

export const enAccount = {
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
    adds: counted({ one: 'It adds 1 entry.', other: 'It adds # entries.' }),
    addsNothing: 'It adds nothing: everything in it is in your vault already.',
    doubtful: counted({
      one: '1 entry is not in the right form. You can correct it in your vault; until then no app gets it.',
      other: '# entries are not in the right form. You can correct them in your vault; until then no app gets them.',
    }),
    already: counted({ one: '1 entry is there already.', other: '# entries are there already.' }),
    commit: 'Add to my vault',
    imported: counted({ one: '1 entry was added to your vault.', other: '# entries were added to your vault.' }),

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

  /** Sign-in methods, recovery key, account key and step-up. */
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
    renewLead: 'Please confirm your password so it keeps opening your vault.',
    renewed: 'Thank you. Your password keeps opening your vault.',

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

  /** Active sessions and the server's record of events. */
  sessions: {
    title: 'Devices',
    lead: 'Where your account is signed in right now.',
    current: 'This device',
    unknownBrowser: 'Unknown browser',
    unknownNetwork: 'unknown network',
    methods: { password: 'by password', passkey: 'by passkey', recovery: 'by recovery key' },
    network: (network: string) => `from ${network}`,
    active: (when: string) => `Last active: ${when}`,
    onlyThis: 'Your account is signed in nowhere else.',
    end: 'Sign out',
    ended: 'That device was signed out.',
    endOthers: 'Sign out all other devices',
    endOthersTitle: 'Sign out all other devices?',
    endOthersMessage: 'Whoever uses them has to sign in again. This device stays signed in.',
    endOthersApps: 'Also end the access of all apps; they have to ask you again.',
    endedOthers: counted({ one: 'The other device was signed out.', other: '# other devices were signed out.' }),

    events: 'What the service noticed',
    eventsLead:
      'The service says this; your vault cannot check it. If something here was not you, sign out all other devices and look through your sign-in methods.',
    noEvents: 'Nothing yet.',
  },

  /** Ways to sign in on another device, or on one that knows nobody yet. */
  anotherDevice: {
    title: 'Use another device',
    lead: (host: string) => `Open ${host} on the other device and sign in there in one of these ways.`,
    hereTitle: 'Ways to sign in here',
    hereLead: 'You don’t need a new account on this device. Start with the first way that you have.',
    link: 'See how to sign in there',
    linkLead: 'Your phone, a new computer, or one that isn’t yours.',
    synced: 'Use a synced passkey',
    syncedText: (button: string) =>
      `Password managers such as iCloud Keychain or Google Password Manager bring passkeys to all of your devices. Choose ${button}.`,
    phone: 'Scan a code with your phone',
    phoneText: (button: string) =>
      `Choose ${button}, then “phone or tablet” in your browser. Scan the QR code that it shows with the phone that has your passkey. Turn on Bluetooth on both.`,
    password: 'Type your password',
    passwordText: 'Works in every browser, without a passkey.',
    recovery: 'Use your recovery key',
    recoveryText: 'Only if you have nothing else: it’s replaced by a new one, and you choose a new way to sign in.',
    onlyHere:
      'Your passkey isn’t synced, and you have no password. If the passkey isn’t on your phone, add another way to sign in first.',
  },
}
