import { preparePassword } from '@countersign/vault'
import { ClientError, loaded } from '../failure.ts'

/** `personal`: the user's data, such as the login name. @throws VaultError, ClientError `password_weak`, `offline` */
export async function prepareNewPassword(password: string, personal: readonly string[]): Promise<string> {
  const prepared = preparePassword(password)
  const { isGuessable } = await loaded(import('./guessable-password.ts'))
  if (await isGuessable(prepared, [...personal, 'countersign'])) throw new ClientError({ code: 'password_weak' })
  return prepared
}
