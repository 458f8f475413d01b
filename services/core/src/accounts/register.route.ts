import {
  RegisterFinishRequest,
  RegisterStartRequest,
  RegisterStartResponse,
  SignedIn,
  VAULT_BODY_BYTES,
} from '@countersign/contracts'
import { type Api, describeRefusals } from '@countersign/service/http'
import { BEGINS } from '@countersign/service/limits'
import { callerOf } from '../ground/http/caller.ts'
import type { CoreDependencies } from '../surface/dependencies.ts'
import { finishPasswordRegistration, startPasswordRegistration } from './register.ts'

/** POST /api/account/register/start/ and …/finish/: sign up with a name and a password that never leaves the device. */
export function mountRegister(app: Api, dependencies: CoreDependencies): void {
  app.post(
    '/api/account/register/start/',
    {
      ...BEGINS,
      ...dependencies.networkLimits.limit('password', 'sign_up'),
      schema: {
        operationId: 'startRegistration',
        summary: 'Begin a sign-up with a password',
        tags: ['accounts'],
        body: RegisterStartRequest,
        response: { 200: RegisterStartResponse, ...describeRefusals(429) },
      },
    },
    async (request) => startPasswordRegistration(dependencies, request.body),
  )

  app.post(
    '/api/account/register/finish/',
    {
      ...dependencies.networkLimits.limit('sign_up'),
      bodyLimit: VAULT_BODY_BYTES,
      schema: {
        operationId: 'finishRegistration',
        summary: 'Create the account with its vault, and sign in',
        tags: ['accounts'],
        body: RegisterFinishRequest,
        response: { 201: SignedIn, ...describeRefusals(409, 410, 422, 429) },
      },
    },
    async (request, reply) =>
      reply.code(201).send(await finishPasswordRegistration(dependencies, request.body, callerOf(request))),
  )
}
