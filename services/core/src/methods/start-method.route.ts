import {
  PasskeyMethodStartResponse,
  PasswordMethodStartRequest,
  PasswordMethodStartResponse,
  ServiceErrorBody,
} from '@countersign/contracts'
import { Type } from 'typebox'
import type { Core } from '../dependencies.ts'
import type { CoreApp } from '../http/core-app.ts'
import { startPasskeyMethod, startPasswordMethod } from './start-method.ts'

const described = { tags: ['methods'], security: [{ session: [] }] }
const refusals = { 400: ServiceErrorBody, 401: ServiceErrorBody, 403: ServiceErrorBody, 503: ServiceErrorBody }

/** POST /api/account/methods/password/start/ and …/passkey/start/: the first half of a new method. */
export function mountStartMethod(app: CoreApp, core: Core): void {
  const { guard } = core
  const onRequest = guard.allowFresh('full', 'recovery')

  app.post(
    '/api/account/methods/password/start/',
    {
      onRequest,
      schema: {
        ...described,
        operationId: 'startPasswordMethod',
        summary: 'Begin to set or change the password, or the name to sign in with',
        body: PasswordMethodStartRequest,
        response: { 200: PasswordMethodStartResponse, ...refusals, 429: ServiceErrorBody },
      },
    },
    async (request) => startPasswordMethod(core, guard.sessionOf(request), request.body),
  )

  app.post(
    '/api/account/methods/passkey/start/',
    {
      onRequest,
      schema: {
        ...described,
        operationId: 'startPasskeyMethod',
        summary: 'Begin to add a passkey',
        body: Type.Object({}, { additionalProperties: false }),
        response: { 200: PasskeyMethodStartResponse, ...refusals },
      },
    },
    async (request) => startPasskeyMethod(core, guard.sessionOf(request)),
  )
}
