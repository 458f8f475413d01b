import { formatOf } from '../format.ts'

const { plural } = formatOf('en')

/** Creating an account. */
export const signUp = {
  title: 'Create your account',
  lead: 'It takes a minute. You need a login name, a password and a place to keep a recovery key.',
  appWaiting: 'The app that sent you here waits. You will see what it asks for right after this.',
  step: (step: number) => `Step ${step} of 2`,
  login: 'Login name',
  loginHint: 'A name or an e-mail address; 3 to 64 characters. We keep only a fingerprint of it.',
  password: 'Password',
  passwordHint: 'At least 15 characters. Four or five words that do not belong together are easy to remember.',
  passwordMissing: (missing: number) =>
    plural(missing, { one: '1 more character to go.', other: (number) => `${number} more characters to go.` }),
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
}
