import {
  PasskeyRegisterFinishRequest,
  PasskeyRegisterStartRequest,
  PasskeyRegisterStartResponse,
  RegisterFinishRequest,
  RegisterStartRequest,
  RegisterStartResponse,
  SignedIn,
  VAULT_BODY_BYTES,
} from '@countersign/contracts'
import type { Api } from '@countersign/service/http'
import { BEGINS } from '@countersign/service/limits'
import { callerOf } from '../../ground/http/caller.ts'
import { created, describeRoutes, ok } from '../../ground/http/routes.ts'
import type { WithNetworkLimits } from '../../ground/parts.ts'
import type { WithPasswordSignIn } from './password-sign-in.ts'
import {
  finishPasskeyRegistration,
  finishPasswordRegistration,
  startPasskeyRegistration,
  startPasswordRegistration,
} from './register.ts'
import type { WithSignIn } from './sign-in.ts'

const described = describeRoutes({ tags: ['accounts'] })

export function mountRegister(app: Api, dependencies: WithPasswordSignIn & WithNetworkLimits): void {
  app.post(
    '/api/account/register/start/',
    {
      ...BEGINS,
      ...dependencies.networkLimits.limit('password', 'sign_up'),
      schema: described('startRegistration', 'Begin a sign-up with a password', {
        body: RegisterStartRequest,
        ...ok(RegisterStartResponse, 403, 429),
      }),
    },
    async (request) => startPasswordRegistration(dependencies, request.body),
  )

  app.post(
    '/api/account/register/finish/',
    {
      ...dependencies.networkLimits.limit('sign_up'),
      bodyLimit: VAULT_BODY_BYTES,
      schema: described('finishRegistration', 'Finish a sign-up with a password', {
        body: RegisterFinishRequest,
        ...created(SignedIn, 403, 409, 410, 422, 429),
      }),
    },
    async (request, reply) =>
      reply.code(201).send(await finishPasswordRegistration(dependencies, request.body, callerOf(request))),
  )
}

export function mountPasskeyRegister(app: Api, dependencies: WithSignIn & WithNetworkLimits): void {
  app.post(
    '/api/account/register/passkey/start/',
    {
      ...BEGINS,
      ...dependencies.networkLimits.limit('passkey', 'sign_up'),
      schema: described('startPasskeyRegistration', 'Begin a sign-up with a passkey', {
        body: PasskeyRegisterStartRequest,
        ...ok(PasskeyRegisterStartResponse, 403, 429),
      }),
    },
    async (request) => startPasskeyRegistration(dependencies, request.body),
  )

  app.post(
    '/api/account/register/passkey/finish/',
    {
      ...dependencies.networkLimits.limit('sign_up'),
      bodyLimit: VAULT_BODY_BYTES,
      schema: described('finishPasskeyRegistration', 'Finish a sign-up with a passkey', {
        body: PasskeyRegisterFinishRequest,
        ...created(SignedIn, 403, 410, 422, 429),
      }),
    },
    async (request, reply) =>
      reply.code(201).send(await finishPasskeyRegistration(dependencies, request.body, callerOf(request))),
  )
}
