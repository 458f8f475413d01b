import type { Intent } from '@countersign/contracts'
import {
  canonicalLogin,
  deriveRecovery,
  parseRecoveryKey,
  preparePassword,
  toBase64url,
  VaultError,
} from '@countersign/vault'
import type { CoreApi } from '../api/core-api.ts'
import type { Clock } from '../clock.ts'
import { ClientError } from '../failure.ts'
import type { UsedPasskey } from '../passkey.ts'
import type { LoadOpaque } from '../password/load-opaque.ts'
import type { SignInProof } from './open-session.ts'

type Asking = { readonly api: CoreApi; readonly clock: Clock }
export type PasswordAsking = Asking & { readonly loadOpaque: LoadOpaque }

type PasswordSignIn = {
  readonly login: string
  readonly password: string
  readonly deviceToken?: string | undefined
  /** Confirms `intent` within the open session, which continues under a new token. */
  readonly stepUp?: { readonly sessionToken: string; readonly intent: Intent } | undefined
  /** Token of the session whose vault the password opens. */
  readonly unlocks?: string | undefined
}

/** Core's first answer shows whether the password is right; if not, the client stops there. @throws ClientError */
export async function proveByPassword(
  { api, clock, loadOpaque }: PasswordAsking,
  { deviceToken, stepUp, unlocks, ...typed }: PasswordSignIn,
): Promise<SignInProof> {
  const since = clock.now()
  const sessionToken = stepUp?.sessionToken ?? unlocks
  const { login, password } = readCredentials(typed)
  const opaque = await loadOpaque()
  const attempt = opaque.startSignIn(password)
  const started = await api.startPasswordSignIn(
    {
      login,
      start_login_request: attempt.startLoginRequest,
      ...(deviceToken === undefined ? {} : { device_token: deviceToken }),
      ...(stepUp && { intent: stepUp.intent }),
    },
    sessionToken,
  )
  const finished = attempt.finish(started.login_response)
  if (!finished) throw new ClientError({ code: 'invalid_credentials' })
  const answer = await api.finishPasswordSignIn(
    {
      login_id: started.login_id,
      finish_login_request: finished.finishLoginRequest,
      ...(unlocks !== undefined && { unlock: true }),
    },
    sessionToken,
  )
  return { ...answer, root: { type: 'opaque', root: finished.root }, since, login }
}

/** Core gets the signature; the PRF output stays here. */
export async function proveByPasskey(
  { api, clock }: Asking,
  { challengeId, response, prf }: UsedPasskey,
  sessionToken?: string,
): Promise<SignInProof> {
  const since = clock.now()
  const answer = await api.finishPasskeySignIn({ challenge_id: challengeId, response }, sessionToken)
  return { ...answer, root: { type: 'prf', root: new Uint8Array(prf), credentialId: response.id }, since }
}

/** The id finds the account, the proof opens the session, the root opens the vault. @throws VaultError, ClientError */
export async function proveByRecoveryKey({ api, clock }: Asking, recoveryKey: string): Promise<SignInProof> {
  const since = clock.now()
  const key = await parseRecoveryKey(recoveryKey)
  const { recId, recAuth, root } = await deriveRecovery(key)
  key.fill(0)
  const answer = await api.signInByRecoveryKey({ rec_id: toBase64url(recId), rec_auth: toBase64url(recAuth) })
  return { ...answer, root: { type: 'recovery', root }, since }
}

/** Rejects input that no account can have, so that it does not count as a guess. */
function readCredentials({ login, password }: PasswordSignIn): { login: string; password: string } {
  try {
    return { login: canonicalLogin(login), password: preparePassword(password) }
  } catch (error) {
    if (error instanceof VaultError) throw new ClientError({ code: 'invalid_credentials' })
    throw error
  }
}
