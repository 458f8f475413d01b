import {
  PasskeyRegisterFinishRequest,
  PasskeyRegisterStartResponse,
  SignedIn,
  VAULT_BODY_BYTES,
} from '@countersign/contracts'
import { type Api, describeRefusals } from '@countersign/service/http'
import { BEGINS } from '@countersign/service/limits'
import { Type } from 'typebox'
import { callerOf } from '../../ground/http/caller.ts'
import type { CoreDependencies } from '../../surface/dependencies.ts'
import { finishPasskeyRegistration, startPasskeyRegistration } from './passkey-register.ts'

/** POST /api/account/register/passkey/start/ and …/finish/: sign up with a passkey, which also opens the vault. */
export function mountPasskeyRegister(app: Api, dependencies: CoreDependencies): void {
  app.post(
    '/api/account/register/passkey/start/',
    {
      ...BEGINS,
      ...dependencies.networkLimits.limit('passkey', 'sign_up'),
      schema: {
        operationId: 'startPasskeyRegistration',
        summary: 'Begin a sign-up with a passkey',
        tags: ['accounts'],
        body: Type.Object({}, { additionalProperties: false }),
        response: { 200: PasskeyRegisterStartResponse, ...describeRefusals(429) },
      },
    },
    async () => startPasskeyRegistration(dependencies),
  )

  app.post(
    '/api/account/register/passkey/finish/',
    {
      ...dependencies.networkLimits.limit('sign_up'),
      bodyLimit: VAULT_BODY_BYTES,
      schema: {
        operationId: 'finishPasskeyRegistration',
        summary: 'Create the account with its vault and its passkey, and sign in',
        tags: ['accounts'],
        body: PasskeyRegisterFinishRequest,
        response: { 201: SignedIn, ...describeRefusals(410, 422, 429) },
      },
    },
    async (request, reply) =>
      reply.code(201).send(await finishPasskeyRegistration(dependencies, request.body, callerOf(request))),
  )
}
