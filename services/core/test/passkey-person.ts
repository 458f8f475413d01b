import type { PasskeyRegisterStartResponse, PasskeyStartResponse, SignedIn } from '@countersign/contracts'
import { type Authenticator, type Ceremony, createAuthenticator, prepareVault } from '@countersign/testing'
import type { OpenVault, RecoverySecrets, UnlockMethod } from '@countersign/vault'
import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'

/** Where the page lives, as `readTestConfig` has it. */
export const CONSENT_ORIGIN = 'https://consent.example'

export type PasskeyPerson = {
  readonly token: string
  readonly signedIn: SignedIn
  readonly vault: OpenVault
  readonly recovery: RecoverySecrets
  readonly authenticator: Authenticator
}

export function newAuthenticator(isSynced = false): Authenticator {
  return createAuthenticator({ origin: CONSENT_ORIGIN, isSynced })
}

/** How an authenticator opens a vault. */
export function prfMethod({ credentialId, prfOutput }: Authenticator): UnlockMethod {
  return { type: 'prf', credentialId, root: prfOutput }
}

/** Everything a device prepares between the two messages of a sign-up. */
export async function preparePasskeySignUp(
  app: FastifyInstance,
  authenticator: Authenticator,
  ceremony: Ceremony = {},
) {
  const started = await post(app, '/api/account/register/passkey/start/', {})
  expect(started.statusCode, started.body).toBe(200)
  const { registration_id, user_id, options } = started.json<PasskeyRegisterStartResponse>()
  const { body, vault, recovery } = await prepareVault(user_id, prfMethod(authenticator))
  const response = authenticator.create(options, ceremony)
  return { finish: { registration_id, response, vault: body }, userId: user_id, options, vault, recovery }
}

export async function signUpWithPasskey(app: FastifyInstance, isSynced = false): Promise<PasskeyPerson> {
  const authenticator = newAuthenticator(isSynced)
  const { finish, vault, recovery } = await preparePasskeySignUp(app, authenticator)
  const response = await post(app, '/api/account/register/passkey/finish/', finish)
  expect(response.statusCode, response.body).toBe(201)
  const signedIn = response.json<SignedIn>()
  return { token: signedIn.session_token, signedIn, vault, recovery, authenticator }
}

export async function preparePasskeySignIn(app: FastifyInstance, authenticator: Authenticator, ceremony?: Ceremony) {
  const started = await post(app, '/api/session/passkey/start/', {})
  expect(started.statusCode, started.body).toBe(200)
  const { challenge_id, options } = started.json<PasskeyStartResponse>()
  return { challenge_id, response: authenticator.get(options, ceremony) }
}

export async function signInWithPasskey(app: FastifyInstance, authenticator: Authenticator, ceremony?: Ceremony) {
  return post(app, '/api/session/passkey/finish/', await preparePasskeySignIn(app, authenticator, ceremony))
}

export function post(app: FastifyInstance, url: string, payload: object, headers: Record<string, string> = {}) {
  return app.inject({ method: 'POST', url, payload, headers })
}
