import type {
  PasskeyCreationOptions,
  PasskeyFinishRequest,
  PasskeyRegisterFinishRequest,
  PasskeyRegisterStartRequest,
  PasskeyRequestOptions,
  PasskeyStartRequest,
  PasswordFinishRequest,
  PasswordStartRequest,
  RecoverySignInRequest,
  RegisterFinishRequest,
  RegisterStartRequest,
} from '@countersign/contracts'
import {
  fieldsOf,
  ignore,
  listOf,
  type Reader,
  readFlag,
  readMoment,
  readNumber,
  readText,
  readUuid,
  texts,
} from '../read.ts'
import type { Ask, CoreCall } from './http.ts'

const publicKeyType = compiledIn('public-key')

/** Requirements on the authenticator are compiled in, not taken from core. */
export const readCreationOptions: Reader<PasskeyCreationOptions> = fieldsOf({
  challenge: readText,
  rp: fieldsOf(texts('id', 'name')),
  user: fieldsOf(texts('id', 'name', 'displayName')),
  pubKeyCredParams: listOf(fieldsOf({ alg: readNumber, type: publicKeyType })),
  timeout: readNumber,
  excludeCredentials: listOf(fieldsOf({ id: readText, type: publicKeyType }, { transports: listOf(readText) })),
  authenticatorSelection: compiledIn({
    residentKey: 'required',
    requireResidentKey: true,
    userVerification: 'required',
  }),
  attestation: compiledIn('none'),
})

/** Without a challenge: the device derives it from core's nonce and the gesture's purpose. */
const readRequestOptions: Reader<Omit<PasskeyRequestOptions, 'challenge'>> = fieldsOf({
  rpId: readText,
  timeout: readNumber,
  userVerification: compiledIn('required'),
})

/** A value that core cannot change. */
function compiledIn<const Value>(value: Value): Reader<Value> {
  return () => value
}

const readFields = fieldsOf(texts('session_token', 'user_id'), {
  is_bound: readFlag,
  session: fieldsOf({ session_id: readUuid, created_at: readMoment }),
  device_token: readText,
  needs_new_password_record: readFlag,
})

export type SignedInAnswer = Readonly<ReturnType<typeof readSignedIn>>

export function readSignedIn(value: unknown) {
  const { session_token, user_id, is_bound, session, device_token, needs_new_password_record } = readFields(value)
  return {
    token: session_token,
    userId: user_id,
    sessionId: session?.session_id,
    /** ISO 8601: when the session began, if it is bound to this device's key. */
    boundSince: is_bound === true ? session?.created_at : undefined,
    deviceToken: device_token,
    /** Core is replacing its password secrets: the user must confirm the password. */
    needsNewPasswordRecord: needs_new_password_record === true,
  }
}

const readPasswordRegistration = fieldsOf(texts('registration_id', 'user_id', 'registration_response'))
const readPasskeyRegistration = fieldsOf({ ...texts('registration_id', 'user_id'), options: readCreationOptions })
const readPasswordStart = fieldsOf(texts('login_id', 'login_response'))
const readPasskeyStart = fieldsOf({ ...texts('challenge_id', 'nonce'), options: readRequestOptions })

type Sent = Pick<CoreCall, 'body' | 'beginsSession'> & { readonly sessionToken?: string | undefined }

/** With a session's token, a sign-in renews that session (step-up) under a new token. */
export function createSignInEndpoints(ask: Ask) {
  const post = <Value>(path: string, { sessionToken, ...sent }: Sent, read: Reader<Value>) =>
    ask({ method: 'POST', path, ...sent, ...(sessionToken === undefined ? {} : { sessionToken }) }, read)
  const signIn = (path: string, body: unknown, sessionToken?: string) =>
    post(path, { body, sessionToken, beginsSession: sessionToken === undefined }, readSignedIn)

  return {
    startRegistration: (body: RegisterStartRequest) =>
      post('/api/account/register/start/', { body }, readPasswordRegistration),
    finishRegistration: (body: RegisterFinishRequest) => signIn('/api/account/register/finish/', body),
    startPasskeyRegistration: (body: PasskeyRegisterStartRequest) =>
      post('/api/account/register/passkey/start/', { body }, readPasskeyRegistration),
    finishPasskeyRegistration: (body: PasskeyRegisterFinishRequest) =>
      signIn('/api/account/register/passkey/finish/', body),
    startPasswordSignIn: (body: PasswordStartRequest, sessionToken?: string) =>
      post('/api/session/password/start/', { body, sessionToken }, readPasswordStart),
    finishPasswordSignIn: (body: PasswordFinishRequest, sessionToken?: string) =>
      signIn('/api/session/password/finish/', body, sessionToken),
    startPasskeySignIn: async (body: PasskeyStartRequest) => {
      const { challenge_id, nonce, options } = await post('/api/session/passkey/start/', { body }, readPasskeyStart)
      return { challengeId: challenge_id, nonce, options }
    },
    finishPasskeySignIn: (body: PasskeyFinishRequest, sessionToken?: string) =>
      signIn('/api/session/passkey/finish/', body, sessionToken),
    signInByRecoveryKey: (body: RecoverySignInRequest) => post('/api/session/recovery/', { body }, readSignedIn),
    readSession: (sessionToken: string) => ask({ method: 'GET', path: '/api/session/', sessionToken }, ignore),
    endSession: (sessionToken: string) => ask({ method: 'DELETE', path: '/api/session/', sessionToken }, ignore),
  }
}
