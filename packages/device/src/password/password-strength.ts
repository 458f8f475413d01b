import { preparePassword } from '@countersign/vault'
import { ClientError, loaded } from '../failure.ts'

/**
 * Brings a new password into its one form, and refuses one that guessers try early. Judged on the device, where the lists
 * are loaded when somebody chooses a password.
 * @param personal what a guesser knows of the person: the login name
 * @throws VaultError `password_…`; ClientError `password_weak`, and `offline` if the lists did not arrive
 */
export async function prepareNewPassword(password: string, personal: readonly string[]): Promise<string> {
  const prepared = preparePassword(password)
  const { isGuessable } = await loaded(import('./guessable-password.ts'))
  if (await isGuessable(prepared, [...personal, 'countersign'])) throw new ClientError({ code: 'password_weak' })
  return prepared
}
