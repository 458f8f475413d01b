import { VaultError } from './errors.ts'

const LOGIN = { min: 3, max: 64 }
/** NIST SP 800-63B-4 §3.1.1.2: at least 15 where the password is the only factor. */
const PASSWORD = { min: 15, max: 256 }
/** Separators, control and format characters, and unassigned code points. */
const NOT_IN_A_NAME = /[\p{Z}\p{C}]/u

/** NFKC, trimmed, case folded by upper then lower in no locale (`ß` equals `SS`). Idempotent. @throws VaultError */
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

/** Twice: a few characters, such as the capital I with a dot, settle only after normalisation. */
function foldCase(text: string): string {
  const once = text.toUpperCase().toLowerCase().normalize('NFKC')
  return once.toUpperCase().toLowerCase().normalize('NFKC')
}

function malformedLogin(): VaultError {
  return new VaultError('login_malformed', 'The name has a space or an invisible character in it.')
}

/** Normalises to NFC, on which all systems agree. Guessability is checked elsewhere. @throws VaultError `password_…` */
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
