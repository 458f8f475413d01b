import { formatOf } from '../format.ts'

const { plural } = formatOf('en')

/** Creating an account. */
export const signUp = {
  title: 'Create your account',
  lead: 'It takes a minute. You choose how your vault opens, and keep a recovery key.',
  appWaiting: 'The app that sent you here waits. You will see what it asks for right after this.',
  step: (step: number) => `Step ${step} of 2`,
  passkeyTitle: 'With a passkey',
  passkeyLead:
    'Your fingerprint, your face or the PIN of this device opens your vault: nothing to remember, nothing to guess.',
  passkeySubmit: 'Create a passkey',
  passkeyAccount: (date: string) => `My vault, ${date}`,
  passkeyFinish: 'Create passkey and account',
  passkeyNext:
    'Next your browser asks for your passkey two or three times: once to make it, then to check that it opens.',
  cancelled: 'No passkey was made, and there is no account yet. Try again when you are ready.',
  noPasskeys: 'This browser cannot use passkeys here, so a password opens your vault.',
  noPrf: 'This browser can sign in with passkeys, but cannot open a vault with them. A password can.',
  maybeMade: 'The answer was lost, so your account may be there already. Sign in with the new passkey to see.',
  or: 'or',
  usePassword: 'Use a password instead',
  passwordTitle: 'Your name and password',
  loginHint: 'A name or an e-mail address; 3 to 64 characters. We keep only a fingerprint of it.',
  passwordHint: 'At least 15 characters. Four or five words that do not belong together are easy to remember.',
  passwordMissing: (missing: number) =>
    plural(missing, { one: '1 more character to go.', other: (number) => `${number} more characters to go.` }),
  passwordRepetitive: 'Too repetitive. Use more different characters.',
  passwordName: 'Mostly your login name. Use something else.',
  passwordGood: 'Long enough. Is it one that you use nowhere else?',
  passwordWarning: 'Nobody can reset this password for you, not even we. That is what the recovery key is for.',
  emptyLogin: 'Choose a login name.',
  submit: 'Continue',
  busy: 'Preparing…',
  finish: 'Create account',
  finishBusy: 'Creating your account…',
  haveAccount: 'Already have an account?',
  signIn: 'Sign in',
}
