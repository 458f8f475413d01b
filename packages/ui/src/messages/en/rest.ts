import { formatOf } from '../format.ts'
import { enAccount } from './account.ts'
import { enApps } from './apps.ts'
import { enUpdates } from './updates.ts'
import { enVault } from './vault.ts'

const { counted } = formatOf('en')

/** The texts of lazily loaded pages; one chunk. */
export const enRest = {
  ...enVault,
  ...enAccount,
  ...enApps,
  ...enUpdates,

  /** The start page of a signed-out user. */
  home: {
    title: 'Your data, on your terms',
    lead: (name: string) =>
      `${name} keeps your data in a vault that only your devices can open. Apps get exactly what you approve, and nothing else.`,
    signUp: 'Create an account',
    points: [
      ['Only you can open it', 'Your vault is encrypted on this device. We store it but can’t read it.'],
      ['You see what’s shared', 'Before an app gets anything, you see the exact values and choose.'],
      ['You decide each time', 'Saying no is as easy as yes. Nothing is shared behind your back.'],
    ],
  },

  signUp: {
    newTitle: 'New here?',
    title: 'Create your account',
    lead: 'It takes a minute. You’ll choose how to sign in, and save a recovery key.',
    appWaiting: 'We’ll take you back to the app afterwards.',
    passkeyTitle: 'With a passkey',
    passkeyLead: 'Use your fingerprint, face or device PIN. There’s nothing to remember.',
    name: 'Your name',
    nameHint: 'Your devices show it beside this passkey. We never see it.',
    emptyName: 'Enter a name, so you can find this passkey again.',
    passkeySubmit: 'Create a passkey',
    passkeyAccount: (date: string) => `My vault, ${date}`,
    passkeyNext: 'Your browser will ask two or three times: to create the passkey, then to test it.',
    cancelled: 'No passkey was created, and you don’t have an account yet. Try again when you’re ready.',
    noPasskeys: 'Passkeys don’t work in this browser, so you’ll use a password.',
    noPrf: 'Passkeys in this browser can’t open a vault, so you’ll use a password.',
    maybeMade: 'The connection broke, so your account may already exist. Sign in with the new passkey to check.',
    or: 'or',
    usePassword: 'Use a password instead',
    passwordTitle: 'Choose a username and password',
    loginHint: 'A name or email address, 3 to 64 characters. We store only a hash of it.',
    passwordHint: 'At least 15 characters. Four or five unrelated words are easy to remember.',
    passwordMissing: counted({ one: '1 more character to go.', other: '# more characters to go.' }),
    passwordRepetitive: 'Too repetitive. Use more different characters.',
    passwordName: 'Too close to your username. Choose something else.',
    passwordGood: 'Long enough. Don’t reuse it anywhere else.',
    passwordWarning:
      'We can’t reset this password. Choose a few unrelated words; your recovery key is your only backup.',
    emptyLogin: 'Choose a username.',
    busy: 'Preparing…',
    finish: 'Create account',
    finishBusy: 'Creating your account…',
    haveAccount: 'Already have an account?',
  },

  /** Where not everyone may sign up. */
  invited: {
    title: 'New accounts need an invitation',
    lead: 'Open the link that you were sent, or paste it here.',
    label: 'Your invitation',
    hint: 'The whole link.',
    wrong: 'This isn’t an invitation. Copy the whole link again.',
    checking: 'Checking your invitation…',
    refused:
      'This invitation doesn’t work: it may be used up, expired or withdrawn. Ask the person who sent it for a new one.',
    closedTitle: 'No new accounts',
    closed: 'This service isn’t taking new people right now.',
    knownTitle: 'You already have an account',
    known: 'Someone is signed in to this browser, and an invitation is for a new person.',
    another: 'Create another account',
  },

  recovery: {
    title: 'Save your recovery key',
    lead: 'If you lose everything else, only this key opens your vault. Write it down, print it, or save it in a password manager. You won’t see it again.',
    label: 'Recovery key',
    site: 'Opens the vault at',
    madeOn: 'Created on',
    keepSafe: 'Anyone with this key can open your vault. Keep it with your important papers.',
    copy: 'Copy',
    copied: 'Copied. Save it in your password manager, then copy something else, so nothing else can read the key.',
    copyFailed: 'Copying didn’t work. Please write the key down.',
    saveInManager: 'Save in your password manager',
    offered:
      'Your password manager should ask now. If it doesn’t, copy the key. Anyone who can open your password manager can open your vault.',
    print: 'Print',
    fileName: 'recovery-key.txt',
    next: 'I’ve saved it',
    confirmTitle: 'Check your copy',
    confirmLead: 'Enter two groups from your copy to check that you saved it.',
    group: (number: number) => `Group ${number}`,
    groupHint: '4 characters',
    groupWrong: 'That doesn’t match your key. Check your copy.',
    back: 'Show the key again',
    confirmAndApprove: 'Confirm and approve',
    beforeApproval: 'One step before your first approval. Nothing is shared until you confirm this key.',
    another: 'This is a new key. Throw away any earlier one: it stops working once you confirm this one.',
    replacedTitle: 'You confirmed another key',
    replaced:
      'You did that in another window or on another device. Throw away the key you saved from here: it opens nothing.',

    enterLead: 'It opens your vault when nothing else does. Then you’ll choose a new way to sign in.',
    enterHint: 'Nine groups of four. Lowercase, spaces and dashes are fine.',
    enterEmpty: 'Enter your recovery key.',
    enterSubmit: 'Open my vault',
    unknownKey: 'No account here has this recovery key. Did you replace it with a newer one?',
    backToSignIn: 'Back to sign-in',

    methodTitle: 'How do you want to sign in from now on?',
    methodLead: 'Your vault is open. You’ll get a new recovery key; the one you used will stop working.',
    methodPasskey: 'Create a new passkey',
    methodPassword: 'Set a new password',
    loginAgain: 'If you had a username, enter it again or choose a new one.',
    finishPasskey: 'Create passkey and finish',
    finishPassword: 'Set password and finish',
    finishBusy: 'Saving your new sign-in…',
    cancelled: 'No passkey was created and nothing changed. Try again when you’re ready.',
    unfinished: 'Nothing has changed yet: your old key still works.',

    doneTitle: 'You’re back in',
    donePasskey: 'Your new passkey opens your vault.',
    donePassword: 'Your new password opens your vault. The old one no longer does.',
    doneKey: 'Your new recovery key works. The one you used doesn’t anymore.',
    doneOthers: 'All other devices were signed out.',
    doneApps: 'All apps lost access. You can approve them again.',
    doneOlder: {
      passkey:
        'Older passkeys, and your password if you have one, still open your vault. Remove any you no longer trust, such as one on a lost device.',
      password: 'Older passkeys still open your vault. Remove any you no longer trust, such as one on a lost device.',
    },
    doneMethods: 'Go to sign-in methods',
  },

  /** A valid vault that is not the one this browser remembers. */
  refusal: {
    title: 'We didn’t open this vault',
    save: 'Save a readable copy',
    rollbackTitle: 'This vault is older than the one you had here',
    rollback:
      'The operator may have restored a backup. Or someone is showing you an old copy, which removed passkeys and old passwords could open again. Nothing was opened or changed.',
    forkTitle: 'This vault doesn’t match the one you had here',
    fork: 'The operator may have restored a backup that another of your devices then changed. Or someone is showing each of your devices a different vault. Nothing was opened or changed.',
    expected: 'This browser knows',
    found: 'The server sent',
    change: (number: string) => `Change number ${number}`,
    writtenWith: (device: string) => `with ${device}`,
    held: counted({
      one: 'This browser still has your vault as it was: 1 entry is newer here and will be restored if you continue.',
      other:
        'This browser still has your vault as it was: # entries are newer here and will be restored if you continue.',
    }),
    heldSealed:
      'This browser still has your vault as it was, but this way of signing in can’t open it. Keep this page open and sign in another way to restore the newer entries.',
    notHeld:
      'This browser doesn’t have what’s missing. Is your vault still open on another device or in another window? Sign in there first: it can restore the newer entries.',
    ask: 'Ask the operator whether a backup was restored, and from which day.',
    goOn: 'Continue with this vault…',
    goOnTitle: 'Continue with this vault?',
    goOnMessage:
      'It becomes your vault in this browser. Entries, sign-in methods, recovery key and known apps go back to that time, and what you removed since is there again. Check your sign-in methods afterwards. Your activity will show that you continued.',
    understood: 'I’ve asked the operator, or I know why.',
    confirm: 'Continue',
  },

  navigation: {
    signedInAs: 'Signed in as',
    pages: {
      home: 'Vault',
      apps: 'Apps',
      activity: 'Activity',
      methods: 'Sign-in',
      sessions: 'Devices',
      account: 'Account',
    },
  },

  /** Pages that end a flow. */
  problem: {
    malformedTitle: 'This link isn’t complete',
    malformed: 'Part of the address is missing or damaged. Go back to the app and start again.',
    unknownTitle: 'We can’t find this request',
    unknown: 'It may be too old, or it belongs to another account. Go back to the app and start again.',
    expiredTitle: 'This request has expired',
    expired: (app: string) =>
      `For your safety, requests stay open for a few minutes only. The app received nothing. Go back to ${app} and start again.`,
    typed: (list: string) => `What you typed isn’t in your vault yet: ${list}.`,
    typedWrong: 'One of these isn’t in the right form, so nothing was saved. You can enter them in your vault.',
    saveTyped: 'Save in your vault',
    approvedTitle: 'You already approved this',
    approved: (app: string) => `An approval works once. If ${app} didn’t sign you in, go back to it and start again.`,
    deniedTitle: 'You already denied this',
    denied: (app: string) => `Nothing was shared. Changed your mind? Go back to ${app} and start again.`,
    unsafeTitle: 'We can’t safely send you back',
    unsafe:
      'The app’s return address isn’t safe to open, so no answer went there. Your activity shows what was shared, if anything. Please tell the people who make the app.',
    backTo: (app: string) => `Back to ${app}`,
    loadTitle: 'We couldn’t load the request',
    load: 'Nothing is shared until you approve. Please try again.',
  },

  notFound: {
    title: 'Page not found',
    lead: 'This address doesn’t exist.',
  },
}
