import { PasskeyFinishRequest, PasskeyStartResponse, ServiceErrorBody, SignedIn } from '@countersign/contracts'
import { Type } from 'typebox'
import type { Core } from '../dependencies.ts'
import { callerOf } from '../http/caller.ts'
import type { CoreApp } from '../http/core-app.ts'
import { finishPasskeySignIn, startPasskeySignIn } from './passkey-sign-in.ts'

/** POST /api/session/passkey/start/ and …/finish/: sign in with a passkey, without a name. */
export function mountPasskeySignIn(app: CoreApp, core: Core): void {
  app.post(
    '/api/session/passkey/start/',
    {
      ...core.networkLimits.limit('passkey'),
      schema: {
        operationId: 'startPasskeySignIn',
        summary: 'Begin a sign-in with a passkey',
        tags: ['sessions'],
        body: Type.Object({}, { additionalProperties: false }),
        response: {
          200: PasskeyStartResponse,
          400: ServiceErrorBody,
          429: ServiceErrorBody,
          503: ServiceErrorBody,
        },
      },
    },
    async () => startPasskeySignIn(core),
  )

  app.post(
    '/api/session/passkey/finish/',
    {
      schema: {
        operationId: 'finishPasskeySignIn',
        summary: 'Prove the passkey and get a session',
        tags: ['sessions'],
        body: PasskeyFinishRequest,
        security: [{}, { session: [] }],
        response: {
          200: SignedIn,
          400: ServiceErrorBody,
          401: ServiceErrorBody,
          403: ServiceErrorBody,
          503: ServiceErrorBody,
        },
      },
    },
    async (request) => finishPasskeySignIn(core, request.body, callerOf(request)),
  )
}
