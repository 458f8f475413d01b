import { VaultError } from './errors.ts'

const MIN_CODE_POINTS = 15
const MAX_CODE_POINTS = 256

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
  if (length < MIN_CODE_POINTS) {
    throw new VaultError('password_too_short', `Use at least ${MIN_CODE_POINTS} characters, for example four words.`)
  }
  if (length > MAX_CODE_POINTS) {
    throw new VaultError('password_too_long', `Use at most ${MAX_CODE_POINTS} characters.`)
  }
  return password
}
