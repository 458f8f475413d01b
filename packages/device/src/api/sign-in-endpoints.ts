import type {
  PasskeyFinishRequest,
  PasskeyRegisterFinishRequest,
  PasskeyStartRequest,
  PasswordFinishRequest,
  PasswordStartRequest,
  RecoverySignInRequest,
  RegisterFinishRequest,
  RegisterStartRequest,
} from '@countersign/contracts'
import { fieldsOf, type Reader, texts, unread } from '../read.ts'
import type { Ask, CoreCall } from './http.ts'
import { readCreationOptions, readRequestOptions } from './passkey-shapes.ts'
import { readSignedIn } from './signed-in.ts'

const readPasswordRegistration = fieldsOf(texts('registration_id', 'user_id', 'registration_response'))
const readPasskeyRegistration = fieldsOf({ ...texts('registration_id', 'user_id'), options: readCreationOptions })
const readPasswordStart = fieldsOf(texts('login_id', 'login_response'))
const readPasskeyStart = fieldsOf({ ...texts('challenge_id', 'nonce'), options: readRequestOptions })

type Sent = Pick<CoreCall, 'body' | 'beginsSession'> & { readonly sessionToken?: string | undefined }

/** Sign-up and sign-in. With a session's token a sign-in renews that session (step-up), under a new token. */
export function createSignInEndpoints(ask: Ask) {
  const post = <Value>(path: string, { sessionToken, ...sent }: Sent, read: Reader<Value>) =>
    ask({ method: 'POST', path, ...sent, ...(sessionToken === undefined ? {} : { sessionToken }) }, read)
  const signIn = (path: string, body: unknown, sessionToken?: string) =>
    post(path, { body, sessionToken, beginsSession: sessionToken === undefined }, readSignedIn)

  return {
    startRegistration: (body: RegisterStartRequest) =>
      post('/api/account/register/start/', { body }, readPasswordRegistration),
    finishRegistration: (body: RegisterFinishRequest) => signIn('/api/account/register/finish/', body),
    startPasskeyRegistration: () => post('/api/account/register/passkey/start/', { body: {} }, readPasskeyRegistration),
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
    /** Whether a session lives. */
    readSession: async (sessionToken: string) => {
      await ask({ method: 'GET', path: '/api/session/', sessionToken }, unread)
    },
    endSession: async (sessionToken: string) => {
      await ask({ method: 'DELETE', path: '/api/session/', sessionToken }, unread)
    },
  }
}
