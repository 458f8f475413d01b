import type { CallInput, OpenedProfile } from '../protocol.ts'
import { currentSession, present, type WorkerContext } from '../worker-context.ts'
import { openSession, replaceSession, type SignInProof } from './open-session.ts'
import { signInByPasskey, signInByPassword } from './sign-in.ts'

/** Signs in again within the open session: the same session, a new token, and a root for five minutes. */
export async function stepUpByPassword(
  context: WorkerContext,
  { login, password }: CallInput<'stepUpByPassword'>,
): Promise<OpenedProfile> {
  const session = currentSession(context)
  const name = login ?? present(session.login)
  const { token: sessionToken, deviceToken } = session
  return goOn(context, await signInByPassword(context, { login: name, password, deviceToken, sessionToken }))
}

export async function stepUpByPasskey(
  context: WorkerContext,
  passkey: CallInput<'stepUpByPasskey'>,
): Promise<OpenedProfile> {
  return goOn(context, await signInByPasskey(context, passkey, currentSession(context).token))
}

/** The root has to open the vault that is open already: another one is not what the page shows. */
async function goOn(context: WorkerContext, proof: SignInProof): Promise<OpenedProfile> {
  const { userId, vault, login, deviceToken } = currentSession(context)
  replaceSession(context, { token: proof.token })
  const kept = { login: proof.login ?? login, deviceToken: proof.deviceToken ?? deviceToken }
  return openSession(context, { ...proof, ...kept, userId }, { vaults: { [userId]: vault.memory } })
}
