import {
  RegisterFinishRequest,
  RegisterStartRequest,
  RegisterStartResponse,
  ServiceErrorBody,
  SignedIn,
  VAULT_BODY_BYTES,
} from '@countersign/contracts'
import type { Core } from '../dependencies.ts'
import { callerOf } from '../http/caller.ts'
import type { CoreApp } from '../http/core-app.ts'
import { finishRegistration, startRegistration } from './register.ts'

/** POST /api/account/register/start/ and …/finish/: sign up with a name and a password that never leaves the device. */
export function mountRegister(app: CoreApp, core: Core): void {
  app.post(
    '/api/account/register/start/',
    {
      ...core.networkLimits.limit('password'),
      schema: {
        operationId: 'startRegistration',
        summary: 'Begin a sign-up with a password',
        tags: ['accounts'],
        body: RegisterStartRequest,
        response: { 200: RegisterStartResponse, 400: ServiceErrorBody, 429: ServiceErrorBody, 503: ServiceErrorBody },
      },
    },
    async (request) => startRegistration(core, request.body),
  )

  app.post(
    '/api/account/register/finish/',
    {
      ...core.networkLimits.limit('sign_up'),
      bodyLimit: VAULT_BODY_BYTES,
      schema: {
        operationId: 'finishRegistration',
        summary: 'Create the account with its vault, and sign in',
        tags: ['accounts'],
        body: RegisterFinishRequest,
        response: {
          201: SignedIn,
          400: ServiceErrorBody,
          409: ServiceErrorBody,
          410: ServiceErrorBody,
          413: ServiceErrorBody,
          422: ServiceErrorBody,
          429: ServiceErrorBody,
          503: ServiceErrorBody,
        },
      },
    },
    async (request, reply) =>
      reply.code(201).send(await finishRegistration(core, request.body, callerOf(request).origin)),
  )
}
