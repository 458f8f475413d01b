import { ServiceError } from '@countersign/service/errors'

/** Bound into every exchange, here and in the client: what was meant for another service or version does not fit. */
export const OPAQUE_IDENTIFIERS = { server: 'countersign-core/opaque/v1' }

/**
 * The setup was checked at start, so an error of the library means a bad message.
 * @throws `invalid_request`
 */
export function parseOpaqueMessage<Result>(field: string, read: () => Result): Result {
  try {
    return read()
  } catch {
    throw new ServiceError('invalid_request', `${field} is not a message of OPAQUE (RFC 9807).`)
  }
}

/**
 * What takes `OPAQUE_SERVER_SETUP`: each of the first two answers lets one guess be tried at a password that was registered
 * with it, and no other way leads to one. Here, or in a process that core cannot look into.
 */
export type OpaqueEvaluator = {
  /** @throws `invalid_request` if the message is not of the protocol, as does the next; `too_many_requests` elsewhere */
  respondToRegistration(message: RegistrationStart): Promise<RegistrationAnswer>
  startLogin(message: LoginStart): Promise<LoginAnswer>
  /** The fingerprints of the setups that are listed, the newest first. */
  listSetupIds(): Promise<readonly string[]>
}

export type RegistrationStart = { readonly credentialIdentifier: string; readonly registrationRequest: string }

export type RegistrationAnswer = {
  readonly registrationResponse: string
  /** The setup that it was answered under: the newest. */
  readonly setupId: string
}

export type LoginStart = {
  readonly credentialIdentifier: string
  readonly registrationRecord: string
  /** The setup that the record was made under. An unknown one is read as the newest: such a sign-in fails. */
  readonly setupId: string | undefined
  readonly startLoginRequest: string
}

export type LoginAnswer = {
  readonly loginResponse: string
  readonly loginState: string
  /** What a new registration would be answered under. */
  readonly newestSetupId: string
}
