import type {
  AccountEventList,
  Intent,
  PasskeyCreationOptions,
  PasskeyFinishRequest,
  PasskeyRegisterFinishRequest,
  PasskeyRegisterStartResponse,
  PasswordFinishRequest,
  RegisterFinishRequest,
  RegisterStartResponse,
  SignedIn,
} from '@countersign/contracts'
import {
  type Authenticator,
  byPasskey,
  byPassword,
  type Ceremony,
  confirming,
  createAuthenticator,
  createWire,
  type Gesture,
  type Message,
  newDevice,
  prfOutputOf,
  type Wire,
} from '@countersign/testing'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'

export const PASSWORD = 'violet kettle sleeps in orbit'

/** The page's origin, as in `readTestConfig`. */
const CONSENT_ORIGIN = 'https://consent.example'
const BASE_URL = 'https://sign.example'

const PATHS = {
  signUp: '/api/account/register/finish/',
  passkeySignUp: '/api/account/register/passkey/finish/',
  signIn: '/api/session/password/finish/',
  passkeySignIn: '/api/session/passkey/finish/',
} as const

type Device = ReturnType<typeof newDevice>
type Credentials = { readonly login: string; readonly password: string }

/** A device and the wire between it and core. */
export type WiredDevice = { readonly device: Device; readonly wire: Wire }

/** A user signed in on the device of their sign-up, who confirms every request of it. */
export type WiredPerson = WiredDevice & {
  readonly signedIn: SignedIn
  /** The current one: it changes with every gesture and change. */
  readonly token: string
  readonly userId: string
  readonly recoveryKey: string
  readonly confirm: (purpose: Intent) => Promise<unknown>
}
export type PasswordPerson = WiredPerson & Credentials
export type PasskeyPerson = WiredPerson & { readonly authenticator: Authenticator }

export function newAuthenticator(isSynced = false): Authenticator {
  return createAuthenticator({ origin: CONSENT_ORIGIN, isSynced })
}

export function newWiredDevice(app: FastifyInstance, device_token?: string): WiredDevice {
  const wire = createWire(app)
  const core = { url: BASE_URL, origin: CONSENT_ORIGIN, fetch: wire.fetch }
  const storage = { read: () => ({ deviceToken: device_token }), keep: () => undefined }
  return { device: newDevice(core, { storage }), wire }
}

export async function signUpWithPassword(
  app: FastifyInstance,
  { login, password }: Credentials,
): Promise<PasswordPerson> {
  const wired = newWiredDevice(app)
  await wired.device.createAccount({ login, password })
  const { recoveryKey } = await wired.device.showRecoveryKey({})
  const person = { ...confirmingWith(wired, byPassword({ login, password })), ...answeredTo(wired, PATHS.signUp) }
  return withToken({ ...person, recoveryKey, login, password })
}

let people = 0

/** A user with a login name of their own. */
export function newPerson(app: FastifyInstance): Promise<PasswordPerson> {
  people += 1
  return signUpWithPassword(app, { login: `person-${people}`, password: PASSWORD })
}

export async function signUpWithPasskey(app: FastifyInstance, isSynced = false): Promise<PasskeyPerson> {
  const authenticator = newAuthenticator(isSynced)
  const wired = newWiredDevice(app)
  await createPasskeyAccount(wired.device, authenticator)
  const { recoveryKey } = await wired.device.showRecoveryKey({})
  const person = { ...confirmingWith(wired, byPasskey(authenticator)), ...answeredTo(wired, PATHS.passkeySignUp) }
  return withToken({ ...person, recoveryKey, authenticator })
}

function answeredTo({ wire }: WiredDevice, path: string) {
  const signedIn = wire.answerTo(path).json<SignedIn>()
  return { signedIn, userId: signedIn.user_id }
}

/** A device whose user confirms each step-up with this gesture. */
export function confirmingWith({ device, wire }: WiredDevice, gesture: Gesture) {
  return { device: confirming(device, gesture), wire, confirm: (purpose: Intent) => gesture(device, purpose) }
}

/** A session changes its token with every gesture and every change. */
export function withToken<Somebody extends WiredDevice>(somebody: Somebody): Somebody & { readonly token: string } {
  const token = { get: () => tokenOf(somebody), enumerable: true, configurable: true }
  return Object.defineProperties(somebody, { token }) as Somebody & { readonly token: string }
}

function tokenOf({ wire }: WiredDevice): string {
  const tokens = wire.exchanges.map(({ response }) => /"session_token":"([^"]+)"/.exec(response.body)?.[1])
  return tokens.findLast((token) => token !== undefined) ?? ''
}

async function createPasskeyAccount(device: Device, authenticator: Authenticator, ceremony: Ceremony = {}) {
  const { options } = await device.startPasskeySignUp({})
  return device.finishPasskeySignUp(gestureOf(authenticator, options, ceremony))
}

export function gestureOf(authenticator: Authenticator, options: PasskeyCreationOptions, ceremony: Ceremony = {}) {
  return { response: authenticator.create(options, ceremony), prf: prfOutputOf(authenticator) }
}

/** The last message of a sign-up, which is not sent; a test may put another in the place of the first. */
export async function prepareSignUp(
  app: FastifyInstance,
  { login, password }: Credentials,
  changeStart: (start: Message) => Message = (start) => start,
) {
  const { device, wire } = newWiredDevice(app)
  wire.between = changeStart
  const { payload } = await wire.withhold<RegisterFinishRequest>(PATHS.signUp, () =>
    device.createAccount({ login, password }),
  )
  const { user_id: userId } = wire.answerTo('/api/account/register/start/').json<RegisterStartResponse>()
  return { finish: payload, userId }
}

export function finishSignUp(app: FastifyInstance, payload: object) {
  return post(app, PATHS.signUp, payload)
}

/** The last message of a sign-up by passkey, which is not sent. */
export async function preparePasskeySignUp(
  app: FastifyInstance,
  authenticator: Authenticator,
  ceremony: Ceremony = {},
) {
  const { device, wire } = newWiredDevice(app)
  const { payload } = await wire.withhold<PasskeyRegisterFinishRequest>(PATHS.passkeySignUp, () =>
    createPasskeyAccount(device, authenticator, ceremony),
  )
  const started = wire.answerTo('/api/account/register/passkey/start/').json<PasskeyRegisterStartResponse>()
  return { finish: payload, userId: started.user_id, options: started.options }
}

/** A sign-in up to its last message, which is not sent. */
export async function startSignIn(app: FastifyInstance, { login, password }: Credentials, device_token?: string) {
  const { device, wire } = newWiredDevice(app, device_token)
  const withheld = await wire
    .withhold<PasswordFinishRequest>(PATHS.signIn, () => device.signIn({ login, password }))
    .catch(() => undefined)
  const { response, message } = wire.exchanges[0]!
  return { response, start: message, isRight: withheld !== undefined, finish: withheld?.payload ?? forge(response) }
}

/** A device stops at a wrong password; an attacker sends something of the right size. */
function forge(started: LightMyRequestResponse): PasswordFinishRequest {
  return { login_id: started.json<{ login_id: string }>().login_id, finish_login_request: 'A'.repeat(86) }
}

export function finishSignIn(app: FastifyInstance, payload: object, headers: Record<string, string> = {}) {
  return post(app, PATHS.signIn, payload, headers)
}

/** Signs in; with the headers of a session, confirms that one. */
export async function signInWithPassword(
  app: FastifyInstance,
  credentials: Credentials,
  headers: Record<string, string> = {},
) {
  const { finish, isRight } = await startSignIn(app, credentials)
  return { response: await finishSignIn(app, finish, headers), isRight }
}

/** Withholds the last message of a sign-in by passkey. */
export async function preparePasskeySignIn(
  app: FastifyInstance,
  authenticator: Authenticator,
  ceremony: Ceremony = {},
): Promise<PasskeyFinishRequest> {
  const { device, wire } = newWiredDevice(app)
  const { challengeId, options } = await device.startPasskeySignIn({})
  const gesture = { response: authenticator.get(options, ceremony), prf: prfOutputOf(authenticator) }
  const { payload } = await wire.withhold<PasskeyFinishRequest>(PATHS.passkeySignIn, () =>
    device.finishPasskeySignIn({ challengeId, ...gesture }),
  )
  return payload
}

export async function signInWithPasskey(app: FastifyInstance, authenticator: Authenticator, ceremony?: Ceremony) {
  return post(app, PATHS.passkeySignIn, await preparePasskeySignIn(app, authenticator, ceremony))
}

export async function prepareRecovery(app: FastifyInstance, { recoveryKey }: Pick<WiredPerson, 'recoveryKey'>) {
  const { device, wire } = newWiredDevice(app)
  const path = '/api/session/recovery/'
  return wire.withhold<{ rec_id: string; rec_auth: string }>(path, () => device.signInByRecoveryKey({ recoveryKey }))
}

export function post(app: FastifyInstance, url: string, payload: object, headers: Record<string, string> = {}) {
  return app.inject({ method: 'POST', url, payload, headers })
}

export async function sessionStatus(app: FastifyInstance, token: string): Promise<number> {
  return (await app.inject({ url: '/api/session/', headers: bearer(token) })).statusCode
}

/** The account events, newest first, as `type method`. */
export async function eventsOf(app: FastifyInstance, token: string): Promise<string[]> {
  const response = await app.inject({ url: '/api/account/events/', headers: bearer(token) })
  return response.json<AccountEventList>().events.map(({ type, method }) => `${type} ${method ?? ''}`.trim())
}

export function refusalOf(response: LightMyRequestResponse): [status: number, code: string] {
  return [response.statusCode, response.json<{ code: string }>().code]
}

/** Lowest first: of concurrent requests any may win. */
export function statusesOf(responses: readonly { readonly statusCode: number }[]): number[] {
  return responses.map(({ statusCode }) => statusCode).toSorted((left, right) => left - right)
}

export function bearer(token: string): { authorization: string } {
  return { authorization: `Bearer ${token}` }
}

export function changed(message: Message, changes: object): Message {
  return { ...message, payload: { ...message.payload, ...changes } }
}

export function withHeaders<Payload extends object>(message: Message<Payload>, headers: Message['headers']) {
  return { ...message, headers: { ...message.headers, ...headers } }
}
