import {
  PasswordFinishRequest,
  PasswordStartRequest,
  PasswordStartResponse,
  ServiceErrorBody,
  SignedIn,
} from '@countersign/contracts'
import type { Core } from '../dependencies.ts'
import { callerOf } from '../http/caller.ts'
import type { CoreApp } from '../http/core-app.ts'
import { createPasswordSignIn } from './password-sign-in.ts'

/** POST /api/session/password/start/ and …/finish/: sign in by OPAQUE, in two messages. */
export function mountPasswordSignIn(app: CoreApp, core: Core): void {
  const { start, finish } = createPasswordSignIn(core)

  app.post(
    '/api/session/password/start/',
    {
      ...core.networkLimits.limit('password'),
      schema: {
        operationId: 'startPasswordSignIn',
        summary: 'Begin a sign-in with a password',
        tags: ['sessions'],
        body: PasswordStartRequest,
        response: { 200: PasswordStartResponse, 400: ServiceErrorBody, 429: ServiceErrorBody, 503: ServiceErrorBody },
      },
    },
    async (request) => start(request.body),
  )

  app.post(
    '/api/session/password/finish/',
    {
      schema: {
        operationId: 'finishPasswordSignIn',
        summary: 'Prove the password and get a session',
        tags: ['sessions'],
        body: PasswordFinishRequest,
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
    async (request) => finish(request.body, callerOf(request)),
  )
}
