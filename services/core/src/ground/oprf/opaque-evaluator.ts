import type * as wire from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'
import { listOfAtLeast, SettingRefused } from '@countersign/service/settings'
import { ready, server } from '@serenity-kit/opaque'
import type { Static } from 'typebox'
import { serverSetupId } from '../secret-fingerprint.ts'

/** Bound into every exchange by both sides, so that a message for another service or version does not fit. */
export const OPAQUE_IDENTIFIERS = { server: 'countersign-core/opaque/v1' }

/** @throws `invalid_request` if the library throws: the setup was checked at start, so the message is bad */
export function parseOpaqueMessage<Result>(field: string, read: () => Result): Result {
  try {
    return read()
  } catch {
    throw new ServiceError('invalid_request', `${field} is not a message of OPAQUE (RFC 9807).`)
  }
}

/**
 * The only use of `OPAQUE_SERVER_SETUP`, in core or in a process that core cannot look into: each of the first two answers
 * allows one guess at a password.
 */
export type OpaqueEvaluator = {
  /** @throws `invalid_request` if the message is not of the protocol, as does the next; `too_many_requests` elsewhere */
  respondToRegistration(
    message: Static<typeof wire.OprfRegistrationRequest>,
  ): Promise<Static<typeof wire.OprfRegistrationResponse>>
  /** An unknown `setup_id` is read as the newest: such a sign-in fails. */
  startLogin(message: Static<typeof wire.OprfLoginRequest>): Promise<Static<typeof wire.OprfLoginResponse>>
  listSetups(): Promise<Static<typeof wire.OprfSetups>>
}

/** Evaluates in this process, with the accepted setups, the newest first. */
export async function createLocalEvaluator(serverSetups: readonly string[]): Promise<OpaqueEvaluator> {
  await ready
  const [serverSetup = ''] = serverSetups
  const setups = new Map(serverSetups.map((setup) => [serverSetupId(setup), setup]))
  const newestSetupId = serverSetupId(serverSetup)

  return {
    async respondToRegistration({ credential_identifier, registration_request }) {
      const message = { serverSetup, userIdentifier: credential_identifier, registrationRequest: registration_request }
      const { registrationResponse } = parseOpaqueMessage('registration_request', () =>
        server.createRegistrationResponse(message),
      )
      return { registration_response: registrationResponse, setup_id: newestSetupId }
    },
    async startLogin({ credential_identifier, registration_record, setup_id, start_login_request }) {
      const message = {
        serverSetup: setups.get(setup_id ?? newestSetupId) ?? serverSetup,
        userIdentifier: credential_identifier,
        registrationRecord: registration_record,
        startLoginRequest: start_login_request,
        identifiers: OPAQUE_IDENTIFIERS,
      }
      const { serverLoginState, loginResponse } = parseOpaqueMessage('start_login_request', () =>
        server.startLogin(message),
      )
      return { login_response: loginResponse, login_state: serverLoginState, newest_setup_id: newestSetupId }
    },
    listSetups: async () => ({ setup_ids: [...setups.keys()] }),
  }
}

export async function generateServerSetup(): Promise<string> {
  await ready
  return server.createSetup()
}

export async function isServerSetup(text: string): Promise<boolean> {
  await ready
  try {
    server.getPublicKey(text)
    return true
  } catch {
    return false
  }
}

export async function parseServerSetups(text: string): Promise<readonly string[]> {
  const setups = listOfAtLeast(1)(text)
  const areSetups = await Promise.all(setups.map((setup) => isServerSetup(setup)))
  if (!areSetups.includes(false)) return setups
  throw new SettingRefused('is not an OPAQUE server setup: restore it, passwords cannot open without it.')
}

/** The public half, which pages can pin (`OPAQUE_SERVER_KEYS`). @throws if the text is not a setup */
export async function publicKeyOf(serverSetup: string): Promise<string> {
  await ready
  return server.getPublicKey(serverSetup)
}
