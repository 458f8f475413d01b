import { preparePassword } from '@countersign/vault'
import { ClientError, loaded } from '../failure.ts'

/**
 * Normalises a new password and refuses a guessable one, on the device.
 * @param personal the user's known data: the login name
 * @throws VaultError `password_…`; ClientError `password_weak`, and `offline` if the lists could not be loaded
 */
export async function prepareNewPassword(password: string, personal: readonly string[]): Promise<string> {
  const prepared = preparePassword(password)
  const { isGuessable } = await loaded(import('./guessable-password.ts'))
  if (await isGuessable(prepared, [...personal, 'countersign'])) throw new ClientError({ code: 'password_weak' })
  return prepared
}
