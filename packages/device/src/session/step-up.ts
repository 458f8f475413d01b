import type { CallInput } from '../device-calls.ts'
import { currentSession, type DeviceContext, present } from '../device-context.ts'
import type { OpenedProfile } from '../views.ts'
import { replaceSession } from './current-session.ts'
import { reopenSession, type SignInProof } from './open-session.ts'
import { proveByPasskey, proveByPassword } from './sign-in.ts'

/** Signs in again within the open session: the same session, a new token, and a root for five minutes. */
export async function stepUpByPassword(
  context: DeviceContext,
  { login, password }: CallInput<'stepUpByPassword'>,
): Promise<OpenedProfile> {
  const session = currentSession(context)
  const name = login ?? present(session.login)
  const { token: sessionToken, deviceToken } = session
  return stepUp(context, await proveByPassword(context, { login: name, password, deviceToken, sessionToken }))
}

export async function stepUpByPasskey(
  context: DeviceContext,
  passkey: CallInput<'stepUpByPasskey'>,
): Promise<OpenedProfile> {
  return stepUp(context, await proveByPasskey(context, passkey, currentSession(context).token))
}

/** The root has to open the vault that is open already: another one is not what the page shows. */
async function stepUp(context: DeviceContext, proof: SignInProof): Promise<OpenedProfile> {
  const { userId, login, deviceToken } = currentSession(context)
  replaceSession(context, { token: proof.token })
  const kept = { login: proof.login ?? login, deviceToken: proof.deviceToken ?? deviceToken }
  return reopenSession(context, { ...proof, ...kept, userId })
}
