import { VaultError } from './errors.ts'

const MIN_CODE_POINTS = 3
const MAX_CODE_POINTS = 64
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
  if (length < MIN_CODE_POINTS) {
    throw new VaultError('login_too_short', `Use at least ${MIN_CODE_POINTS} characters.`)
  }
  if (length > MAX_CODE_POINTS) throw new VaultError('login_too_long', `Use at most ${MAX_CODE_POINTS} characters.`)
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
