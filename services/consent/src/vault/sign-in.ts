import { canonicalLogin, preparePassword, VaultError } from '@countersign/vault'
import type { CoreApi } from '../api/core-api.ts'
import { ClientError } from '../failure.ts'
import { startSignIn } from './opaque-client.ts'
import { type OpenSession, openSession } from './open-session.ts'
import type { DeviceMemories } from './protocol.ts'

interface Credentials {
  readonly login: string
  readonly password: string
}

/**
 * Signs in and opens the vault with one password: signing in is unlocking. The client learns from core's first answer
 * whether the password is right, and sends nothing more when it is not.
 * @throws ClientError `invalid_credentials`, and what core answers; VaultError when the vault is not whole
 */
export async function signIn(
  api: CoreApi,
  { login, password, memories }: Credentials & { memories: DeviceMemories },
): Promise<OpenSession> {
  const credentials = readCredentials({ login, password })
  const attempt = startSignIn(credentials.password)
  const started = await api.startPasswordSignIn({
    login: credentials.login,
    start_login_request: attempt.startLoginRequest,
  })
  const finished = attempt.finish(started.login_response)
  if (!finished) throw new ClientError({ code: 'invalid_credentials' })
  const { session_token: token, user_id: userId } = await api.finishPasswordSignIn({
    login_id: started.login_id,
    finish_login_request: finished.finishLoginRequest,
  })
  const memory = Object.hasOwn(memories, userId) ? memories[userId] : undefined
  return openSession(api, { token, userId, root: finished.root, memory })
}

/** What could never have been registered is wrong without asking core, and so does not count as a guess there. */
function readCredentials({ login, password }: Credentials): Credentials {
  try {
    return { login: canonicalLogin(login), password: preparePassword(password) }
  } catch (error) {
    if (error instanceof VaultError) throw new ClientError({ code: 'invalid_credentials' })
    throw error
  }
}
