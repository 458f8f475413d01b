import { randomBytes } from 'node:crypto'
import { ServiceError } from '@countersign/service'
import { client, ready, server } from '@serenity-kit/opaque'
import { fingerprintOf } from './secret-fingerprint.ts'

/** Our half of OPAQUE (RFC 9807): the password, and anything that could be guessed against, stays with the person. */
export type OpaqueServer = {
  /** The fingerprint of the newest setup, which registrations are answered under. */
  readonly setupId: string
  /** @throws `invalid_request` if the message is not of the protocol, as do the next two */
  respondToRegistration(message: { credentialIdentifier: string; registrationRequest: string }): string
  /** Refuses a record that could never be signed in with. */
  checkRegistrationRecord(registrationRecord: string): void
  startLogin(message: LoginStart): { loginResponse: string; loginState: string }
  /** Whether the last message proves the password. A malformed one proves nothing. */
  provesPassword(message: { loginState: string; finishLoginRequest: string }): boolean
  /** A record whose password is unknown. */
  createDummyRecord(): string
}

type LoginStart = {
  readonly credentialIdentifier: string
  readonly registrationRecord: string
  /** The setup that the record was made under. An unknown one is read as the newest: such a sign-in fails. */
  readonly setupId: string | undefined
  readonly startLoginRequest: string
}

/** Bound into every exchange, here and in the client: what was meant for another service or version does not fit. */
const identifiers = { server: 'countersign-core/opaque/v1' }

const SETUP_LABEL = 'countersign/v1/opaque-setup-id'

/** A password of 256 random bits needs no stretching. */
const NO_STRETCHING = { 'argon2id-custom': { memory: 8, iterations: 1, parallelism: 1 } }

/** With the setups that are accepted, the newest first. */
export async function createOpaqueServer(serverSetups: readonly string[]): Promise<OpaqueServer> {
  await ready
  const [serverSetup = ''] = serverSetups
  const setups = new Map(serverSetups.map((setup) => [serverSetupId(setup), setup]))
  // A record of before fingerprints is of the oldest.
  const setupOf = (id: string | undefined) => (id === '' ? serverSetups.at(-1) : setups.get(id ?? '')) ?? serverSetup

  const startLogin: OpaqueServer['startLogin'] = ({ credentialIdentifier, setupId, ...start }) => {
    const message = { ...start, serverSetup: setupOf(setupId), userIdentifier: credentialIdentifier }
    const { serverLoginState, loginResponse } = parse('start_login_request', () =>
      server.startLogin({ ...message, identifiers }),
    )
    return { loginResponse, loginState: serverLoginState }
  }

  return {
    setupId: serverSetupId(serverSetup),
    startLogin,
    respondToRegistration({ credentialIdentifier, registrationRequest }) {
      const message = { serverSetup, userIdentifier: credentialIdentifier, registrationRequest }
      return parse('registration_request', () => server.createRegistrationResponse(message)).registrationResponse
    },
    checkRegistrationRecord(registrationRecord) {
      const { startLoginRequest } = client.startLogin({ password: 'any' })
      const trial = { serverSetup, userIdentifier: 'any', registrationRecord, startLoginRequest, identifiers }
      parse('registration_record', () => server.startLogin(trial))
    },
    provesPassword({ loginState, finishLoginRequest }) {
      try {
        server.finishLogin({ serverLoginState: loginState, finishLoginRequest, identifiers })
        return true
      } catch {
        return false
      }
    },
    createDummyRecord: () => createDummyRecord(serverSetup),
  }
}

export function serverSetupId(serverSetup: string): string {
  return fingerprintOf(serverSetup, SETUP_LABEL)
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

/**
 * The public half of a setup: what a page may be told to accept.
 * @throws if the text is not a setup
 */
export async function publicKeyOf(serverSetup: string): Promise<string> {
  await ready
  return server.getPublicKey(serverSetup)
}

function createDummyRecord(serverSetup: string): string {
  const password = randomBytes(32).toString('base64url')
  const { registrationRequest, clientRegistrationState } = client.startRegistration({ password })
  const { registrationResponse } = server.createRegistrationResponse({
    serverSetup,
    userIdentifier: randomBytes(32).toString('base64url'),
    registrationRequest,
  })
  return client.finishRegistration({
    password,
    registrationResponse,
    clientRegistrationState,
    identifiers,
    keyStretching: NO_STRETCHING,
  }).registrationRecord
}

/** The setup was checked at start, so whatever the library throws is about the message that came in. */
function parse<Result>(field: string, read: () => Result): Result {
  try {
    return read()
  } catch {
    throw new ServiceError('invalid_request', `${field} is not a message of OPAQUE (RFC 9807).`)
  }
}
