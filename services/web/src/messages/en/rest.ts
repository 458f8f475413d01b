import { formatOf } from '../format.ts'
import { enAccount } from './account.ts'
import { enApps } from './apps.ts'
import { enVault } from './vault.ts'

const { counted } = formatOf('en')

/** The texts of lazily loaded pages; one chunk. */
export const enRest = {
  ...enVault,
  ...enAccount,
  ...enApps,

  /** The start page of a signed-out user. */
  home: {
    title: 'Your data, on your terms',
    lead: (name: string) =>
      `${name} keeps your profile in a vault that only your devices can open. An app that asks sees exactly what you approve, and nothing else.`,
    signUp: 'Create an account',
    points: [
      ['Only you can open it', 'Your vault is encrypted on this device. We keep it and cannot read it.'],
      ['You see what leaves', 'Before an app gets anything, you see the exact values and choose.'],
      ['You decide each time', 'Say no as easily as yes. Nothing is shared behind your back.'],
    ],
  },

  signUp: {
    newTitle: 'New here?',
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
    passwordMissing: counted({ one: '1 more character to go.', other: '# more characters to go.' }),
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
  },

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

  /** A valid vault that is not the one this browser remembers. */
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
    held: counted({
      one: 'This browser still holds your vault as it was: 1 entry is newer here and is put back when you go on.',
      other: 'This browser still holds your vault as it was: # entries are newer here and are put back when you go on.',
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

  navigation: {
    pages: {
      home: 'Data',
      apps: 'Apps',
      activity: 'Activity',
      methods: 'Sign-in methods',
      sessions: 'Devices',
      account: 'Account',
    },
  },

  notFound: {
    title: 'There is nothing here',
    lead: 'This address does not exist.',
  },
}
