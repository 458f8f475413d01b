import { randomBytes } from 'node:crypto'
import { client, ready, server } from '@serenity-kit/opaque'
import { OPAQUE_IDENTIFIERS, type OpaqueEvaluator, parseOpaqueMessage } from '../../../ground/oprf/opaque-evaluator.ts'

/** The server side of OPAQUE (RFC 9807): the password never leaves the device. */
export type OpaqueServer = Awaited<ReturnType<typeof createOpaqueServer>>
export type WithOpaque = { readonly opaque: OpaqueServer }

const identifiers = OPAQUE_IDENTIFIERS

/** A password of 256 random bits needs no stretching. */
const NO_STRETCHING = { 'argon2id-custom': { memory: 8, iterations: 1, parallelism: 1 } }

export async function createOpaqueServer(evaluator: OpaqueEvaluator) {
  await ready
  // The form of a record is the same under any setup.
  const anySetup = server.createSetup()

  return {
    ...evaluator,
    /** @throws `invalid_request` for a record that could never be signed in with */
    checkRegistrationRecord(registrationRecord: string): void {
      const { startLoginRequest } = client.startLogin({ password: 'any' })
      const trial = { serverSetup: anySetup, userIdentifier: 'any', registrationRecord, startLoginRequest, identifiers }
      parseOpaqueMessage('registration_record', () => server.startLogin(trial))
    },
    /** Whether the last message proves the password. A malformed one proves nothing. */
    provesPassword({ loginState, finishLoginRequest }: { loginState: string; finishLoginRequest: string }): boolean {
      try {
        server.finishLogin({ serverLoginState: loginState, finishLoginRequest, identifiers })
        return true
      } catch {
        return false
      }
    },
    async createDummyRecord(): Promise<string> {
      const password = randomBytes(32).toString('base64url')
      const { registrationRequest, clientRegistrationState } = client.startRegistration({ password })
      const { registration_response: registrationResponse } = await evaluator.respondToRegistration({
        credential_identifier: randomBytes(32).toString('base64url'),
        registration_request: registrationRequest,
      })
      const state = { password, registrationResponse, clientRegistrationState, identifiers }
      return client.finishRegistration({ ...state, keyStretching: NO_STRETCHING }).registrationRecord
    },
  }
}
