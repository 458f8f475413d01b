import { type Call, expectStatus } from './call.ts'
import { type Registration, startRegistration } from './raw-device.ts'

const PASSWORD = 'correct horse battery staple'

/** A person with an account, signed in, with everything that only their device knows. */
export type Person = Pick<Registration, 'vault' | 'recoveryKey' | 'exportKey'> & {
  readonly login: string
  readonly password: string
  readonly userId: string
  readonly sessionToken: string
}

/** Makes an account through the real endpoints. */
export async function signUp(call: Call, login: string): Promise<Person> {
  const { registrationRequest, finish } = await startRegistration(PASSWORD)
  const start = { login, registration_request: registrationRequest }
  const started = expectStatus(200, await call({ method: 'POST', path: '/api/account/register/start/', body: start }))
  const userId = String(started['user_id'])
  const { body, vault, recoveryKey, exportKey } = await finish({
    registration_id: String(started['registration_id']),
    user_id: userId,
    registration_response: String(started['registration_response']),
  })
  const finished = expectStatus(201, await call({ method: 'POST', path: '/api/account/register/finish/', body }))
  const sessionToken = String(finished['session_token'])
  return { login, password: PASSWORD, userId, sessionToken, vault, recoveryKey, exportKey }
}
