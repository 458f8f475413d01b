import type { Intent, PasskeyAssertion, PasskeyRequestOptions } from '@countersign/contracts'
import { fromBase64url, gestureChallenge } from '@countersign/vault'
import { ClientError } from '../failure.ts'
import type { UsedPasskey } from '../passkey.ts'
import { readObject } from '../read.ts'
import type { OpenedProfile } from '../views.ts'
import { replaceSession } from './current-session.ts'
import { openSession, reopenSession, type SignInProof } from './open-session.ts'
import { type PasswordAsking, proveByPasskey, proveByPassword } from './sign-in.ts'
import { type Changing, currentSession, type Reading, required, stepOf } from './state.ts'
import { gestureNeeded } from './unlock-secret-cache.ts'

/** Signs in again for one purpose: the same session, a new token, and a root. */
export async function stepUpByPassword(
  context: Changing & PasswordAsking,
  { login, password, purpose }: { readonly purpose: Intent; readonly password: string; readonly login?: string },
): Promise<OpenedProfile> {
  const session = currentSession(context)
  const name = login ?? required(session.login)
  const { token: sessionToken, deviceToken } = session
  const stepUp = { sessionToken, intent: purpose }
  return goOn(context, await proveByPassword(context, { login: name, password, deviceToken, stepUp }), purpose)
}

/**
 * Opens a session by a password that was just typed. Where the recovery key is unconfirmed, the password is also the
 * gesture for the key that takes its place: a newcomer who reloads the page types it once. A passkey's challenge names one act.
 */
export async function openByPassword(
  context: Changing & PasswordAsking,
  proof: SignInProof,
  typed: { readonly login: string; readonly password: string },
): Promise<OpenedProfile> {
  const profile = await openSession(context, proof)
  if (!profile.needsRecoveryKey) return profile
  // If it fails, the confirmation of the key asks.
  return stepUpByPassword(context, { ...typed, purpose: { act: 'replace_recovery_key' } }).catch(() => profile)
}

/** The device makes the challenge, which names the purpose. */
export async function startPasskeyStepUp(
  { api, state }: Pick<Reading, 'api' | 'state'>,
  purpose: Intent,
): Promise<{ challengeId: string; options: PasskeyRequestOptions }> {
  const { challengeId, nonce, options } = await api.startPasskeySignIn({ intent: purpose })
  const challenge = await gestureChallenge(nonce, purpose)
  state.steps.gesture = { purpose, challengeId, challenge }
  return { challengeId, options: { ...options, challenge } }
}

/** @throws ClientError `reauth_required` for a gesture that was made for something else */
export async function stepUpByPasskey(context: Changing, passkey: UsedPasskey): Promise<OpenedProfile> {
  const { purpose, challengeId, challenge } = stepOf(context.state, 'gesture')
  context.state.steps.gesture = undefined
  if (passkey.challengeId !== challengeId || challengeIn(passkey.response) !== challenge) throw gestureNeeded(purpose)
  return goOn(context, await proveByPasskey(context, passkey, currentSession(context).token), purpose)
}

/** The root must open the open vault of the same user. */
async function goOn(context: Changing, proof: SignInProof, purpose: Intent): Promise<OpenedProfile> {
  const { userId, login, greeting, deviceToken, needsNewPasswordRecord } = currentSession(context)
  if (proof.userId !== userId) throw new ClientError({ code: 'user_mismatch' })
  replaceSession(context, { token: proof.token, boundSince: proof.boundSince })
  const known = {
    login: proof.login ?? login,
    greeting,
    deviceToken: proof.deviceToken ?? deviceToken,
    needsNewPasswordRecord: proof.needsNewPasswordRecord || needsNewPasswordRecord,
  }
  return reopenSession(context, { ...proof, ...known }, purpose)
}

/** WebAuthn Level 3 §5.8.1; empty if malformed. */
function challengeIn({ response }: PasskeyAssertion): unknown {
  try {
    const clientData: unknown = JSON.parse(new TextDecoder().decode(fromBase64url(response.clientDataJSON)))
    return readObject(clientData)['challenge']
  } catch {
    return ''
  }
}
