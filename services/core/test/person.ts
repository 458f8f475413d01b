import type { RegisterStartResponse, SignedIn } from '@countersign/contracts'
import { identifiers, keyStretching, startRegistration } from '@countersign/testing'
import type { OpenVault, RecoverySecrets } from '@countersign/vault'
import { client, ready } from '@serenity-kit/opaque'
import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'

export type Person = {
  readonly login: string
  readonly password: string
  readonly token: string
  readonly signedIn: SignedIn
  readonly vault: OpenVault
  readonly recovery: RecoverySecrets
  readonly exportKey: string
}

type Credentials = { readonly login: string; readonly password: string }

/** Everything a device prepares between the two messages of a sign-up. */
export async function prepareSignUp(app: FastifyInstance, { login, password }: Credentials) {
  const { registrationRequest, finish } = await startRegistration(password)
  const response = await app.inject({
    method: 'POST',
    url: '/api/account/register/start/',
    payload: { login, registration_request: registrationRequest },
  })
  expect(response.statusCode).toBe(200)
  const started = response.json<RegisterStartResponse>()
  const { body, ...registration } = await finish(started)
  return { ...registration, finish: body, userId: started.user_id }
}

export function finishSignUp(app: FastifyInstance, payload: object) {
  return app.inject({ method: 'POST', url: '/api/account/register/finish/', payload })
}

export async function signUp(app: FastifyInstance, credentials: Credentials): Promise<Person> {
  const { finish, vault, recovery, exportKey } = await prepareSignUp(app, credentials)
  const response = await finishSignUp(app, finish)
  expect(response.statusCode, response.body).toBe(201)
  const signedIn = response.json<SignedIn>()
  return { ...credentials, token: signedIn.session_token, signedIn, vault, recovery, exportKey }
}

export async function startSignIn(app: FastifyInstance, { login, password }: Credentials, device_token?: string) {
  await ready
  const { clientLoginState, startLoginRequest } = client.startLogin({ password })
  const response = await app.inject({
    method: 'POST',
    url: '/api/session/password/start/',
    payload: { login, start_login_request: startLoginRequest, ...(device_token !== undefined && { device_token }) },
  })
  return { response, clientLoginState, startLoginRequest }
}

/** The last message of a sign-in, or undefined where the device itself sees that the password is wrong. */
export function answerLogin(clientLoginState: string, loginResponse: string, password: string) {
  return client.finishLogin({ clientLoginState, loginResponse, password, identifiers, keyStretching })
}

export function finishSignIn(app: FastifyInstance, payload: object, headers: Record<string, string> = {}) {
  return app.inject({ method: 'POST', url: '/api/session/password/finish/', payload, headers })
}

/** Signs in; with the headers of a session, confirms that one. */
export async function signIn(app: FastifyInstance, credentials: Credentials, headers: Record<string, string> = {}) {
  const { response, clientLoginState } = await startSignIn(app, credentials)
  const { login_id, login_response } = response.json<{ login_id: string; login_response: string }>()
  const answer = answerLogin(clientLoginState, login_response, credentials.password)
  // A device that knows the password is wrong would stop; an attacker sends something of the right size.
  const finish_login_request = answer?.finishLoginRequest ?? 'A'.repeat(86)
  return {
    response: await finishSignIn(app, { login_id, finish_login_request }, headers),
    exportKey: answer?.exportKey,
  }
}

export function bearer(token: string): { authorization: string } {
  return { authorization: `Bearer ${token}` }
}
