import type {
  PasskeyFinishRequest,
  PasskeyRegisterFinishRequest,
  PasswordFinishRequest,
  PasswordStartRequest,
  RecoverySignInRequest,
  RegisterFinishRequest,
  RegisterStartRequest,
} from '@countersign/contracts'
import { readSignedIn } from './account-shapes.ts'
import { readFields, readTexts } from './fields.ts'
import type { Ask } from './http.ts'
import { readCreationOptions, readRequestOptions } from './passkey-shapes.ts'

/** Sign-up and sign-in. With a session's token a sign-in renews that session (step-up), under a new token. */
export function createSignInEndpoints(ask: Ask) {
  const post = (path: string, body: unknown, sessionToken?: string) =>
    ask({ method: 'POST', path, body, ...(sessionToken === undefined ? {} : { sessionToken }) })

  return {
    startRegistration: async (body: RegisterStartRequest) =>
      readTexts(await post('/api/account/register/start/', body), [
        'registration_id',
        'user_id',
        'registration_response',
      ]),
    finishRegistration: async (body: RegisterFinishRequest) =>
      readSignedIn(await post('/api/account/register/finish/', body)),
    startPasskeyRegistration: async () => {
      const answer = await post('/api/account/register/passkey/start/', {})
      const texts = readTexts(answer, ['registration_id', 'user_id'])
      return { ...texts, options: readCreationOptions(readFields(answer)['options']) }
    },
    finishPasskeyRegistration: async (body: PasskeyRegisterFinishRequest) =>
      readSignedIn(await post('/api/account/register/passkey/finish/', body)),
    startPasswordSignIn: async (body: PasswordStartRequest, sessionToken?: string) =>
      readTexts(await post('/api/session/password/start/', body, sessionToken), ['login_id', 'login_response']),
    finishPasswordSignIn: async (body: PasswordFinishRequest, sessionToken?: string) =>
      readSignedIn(await post('/api/session/password/finish/', body, sessionToken)),
    startPasskeySignIn: async () => {
      const answer = await post('/api/session/passkey/start/', {})
      const { challenge_id: challengeId } = readTexts(answer, ['challenge_id'])
      return { challengeId, options: readRequestOptions(readFields(answer)['options']) }
    },
    finishPasskeySignIn: async (body: PasskeyFinishRequest, sessionToken?: string) =>
      readSignedIn(await post('/api/session/passkey/finish/', body, sessionToken)),
    signInByRecoveryKey: async (body: RecoverySignInRequest) =>
      readSignedIn(await post('/api/session/recovery/', body)),
    endSession: async (sessionToken: string) => {
      await ask({ method: 'DELETE', path: '/api/session/', sessionToken })
    },
  }
}
