import {
  PasskeyRegisterFinishRequest,
  PasskeyRegisterStartResponse,
  ServiceErrorBody,
  SignedIn,
  VAULT_BODY_BYTES,
} from '@countersign/contracts'
import { Type } from 'typebox'
import type { Core } from '../dependencies.ts'
import { callerOf } from '../http/caller.ts'
import type { CoreApp } from '../http/core-app.ts'
import { finishPasskeyRegistration, startPasskeyRegistration } from './passkey-register.ts'

/** POST /api/account/register/passkey/start/ and …/finish/: sign up with a passkey, which also opens the vault. */
export function mountPasskeyRegister(app: CoreApp, core: Core): void {
  app.post(
    '/api/account/register/passkey/start/',
    {
      ...core.networkLimits.limit('passkey'),
      schema: {
        operationId: 'startPasskeyRegistration',
        summary: 'Begin a sign-up with a passkey',
        tags: ['accounts'],
        body: Type.Object({}, { additionalProperties: false }),
        response: {
          200: PasskeyRegisterStartResponse,
          400: ServiceErrorBody,
          429: ServiceErrorBody,
          503: ServiceErrorBody,
        },
      },
    },
    async () => startPasskeyRegistration(core),
  )

  app.post(
    '/api/account/register/passkey/finish/',
    {
      ...core.networkLimits.limit('sign_up'),
      bodyLimit: VAULT_BODY_BYTES,
      schema: {
        operationId: 'finishPasskeyRegistration',
        summary: 'Create the account with its vault and its passkey, and sign in',
        tags: ['accounts'],
        body: PasskeyRegisterFinishRequest,
        response: {
          201: SignedIn,
          400: ServiceErrorBody,
          410: ServiceErrorBody,
          413: ServiceErrorBody,
          422: ServiceErrorBody,
          429: ServiceErrorBody,
          503: ServiceErrorBody,
        },
      },
    },
    async (request, reply) =>
      reply.code(201).send(await finishPasskeyRegistration(core, request.body, callerOf(request).origin)),
  )
}
