import { VaultError } from './errors.ts'

/** In code points. */
const LOGIN = { min: 3, max: 64 }
/** NIST SP 800-63B-4 §3.1.1.2: at least 15 where the password is the only factor. */
const PASSWORD = { min: 15, max: 256 }
/** White space, control and formatting characters, and code points that are not assigned. */
const NOT_IN_A_NAME = /[\p{Z}\p{C}]/u

/**
 * Brings a login name into the form it is looked up by: compatibility form (NFKC), case folded, outer white space
 * removed; then 3 to 64 code points without white space, control or invisible characters. An e-mail address fits.
 * Case folding is upper then lower, in no language: `ß` equals `SS` and both Greek sigmas are one. Idempotent.
 * @throws VaultError `login_malformed`, `login_too_short`, `login_too_long`
 */
export function canonicalLogin(text: string): string {
  if (!text.isWellFormed()) throw malformedLogin()
  const login = foldCase(text.normalize('NFKC').trim())
  if (NOT_IN_A_NAME.test(login)) throw malformedLogin()
  const length = Array.from(login).length
  if (length < LOGIN.min) {
    throw new VaultError('login_too_short', `Use at least ${LOGIN.min} characters.`)
  }
  if (length > LOGIN.max) throw new VaultError('login_too_long', `Use at most ${LOGIN.max} characters.`)
  return login
}

/** Twice, since a few characters (like the capital I with a dot) only settle after their marks were normalised. */
function foldCase(text: string): string {
  const once = text.toUpperCase().toLowerCase().normalize('NFKC')
  return once.toUpperCase().toLowerCase().normalize('NFKC')
}

function malformedLogin(): VaultError {
  return new VaultError('login_malformed', 'The name has a space or an invisible character in it.')
}

/**
 * Brings a password into the one form that every keyboard and system agrees on (NFC) and checks its length in code
 * points (NIST SP 800-63B-4: at least 15 where it is the only factor). How guessable it is, is checked elsewhere.
 * @throws VaultError `password_malformed` (half a character), `password_too_short`, `password_too_long`
 */
export function preparePassword(text: string): string {
  if (!text.isWellFormed()) {
    throw new VaultError('password_malformed', 'The password has a broken character. Type it again.')
  }
  const password = text.normalize('NFC')
  const length = Array.from(password).length
  if (length < PASSWORD.min) {
    throw new VaultError('password_too_short', `Use at least ${PASSWORD.min} characters, for example four words.`)
  }
  if (length > PASSWORD.max) {
    throw new VaultError('password_too_long', `Use at most ${PASSWORD.max} characters.`)
  }
  return password
}
