import {
  PasskeyFinishRequest,
  PasskeyStartRequest,
  PasskeyStartResponse,
  PasswordFinishRequest,
  PasswordStartRequest,
  PasswordStartResponse,
  RecoverySignInRequest,
  SignedIn,
} from '@countersign/contracts'
import type { Api } from '@countersign/service/http'
import { BEGINS } from '@countersign/service/limits'
import { callerOf } from '../../ground/http/caller.ts'
import { describeRoutes, ok } from '../../ground/http/routes.ts'
import type { WithNetworkLimits } from '../../ground/parts.ts'
import { finishPasskeySignIn, startPasskeySignIn } from './passkey-sign-in.ts'
import { createPasswordSignIn, type WithPasswordSignIn } from './password-sign-in.ts'
import { signInByRecoveryKey, type WithSignIn } from './sign-in.ts'

const described = describeRoutes({ tags: ['sessions'] })
const described2 = describeRoutes({ tags: ['sessions'], security: [{}, { session: [] }] })

export function mountPasswordSignIn(app: Api, dependencies: WithPasswordSignIn & WithNetworkLimits): void {
  const { start, finish } = createPasswordSignIn(dependencies)

  app.post(
    '/api/session/password/start/',
    {
      ...BEGINS,
      ...dependencies.networkLimits.limit('password'),
      schema: described('startPasswordSignIn', 'Begin a sign-in with a password', {
        body: PasswordStartRequest,
        ...ok(PasswordStartResponse, 429),
      }),
    },
    async (request) => start(request.body),
  )

  app.post(
    '/api/session/password/finish/',
    {
      schema: described2('finishPasswordSignIn', 'Finish a sign-in with a password', {
        body: PasswordFinishRequest,
        ...ok(SignedIn, 403),
      }),
    },
    async (request) => finish(request.body, callerOf(request)),
  )
}

export function mountPasskeySignIn(app: Api, dependencies: WithSignIn & WithNetworkLimits): void {
  app.post(
    '/api/session/passkey/start/',
    {
      ...BEGINS,
      ...dependencies.networkLimits.limit('passkey'),
      schema: described('startPasskeySignIn', 'Begin a sign-in with a passkey', {
        body: PasskeyStartRequest,
        ...ok(PasskeyStartResponse, 429),
      }),
    },
    async (request) => startPasskeySignIn(dependencies, request.body),
  )

  app.post(
    '/api/session/passkey/finish/',
    {
      schema: described2('finishPasskeySignIn', 'Finish a sign-in with a passkey', {
        body: PasskeyFinishRequest,
        ...ok(SignedIn, 403),
      }),
    },
    async (request) => finishPasskeySignIn(dependencies, request.body, callerOf(request)),
  )
}

/** A short session that can read the vault and replace lost methods. */
export function mountRecoverySignIn(app: Api, dependencies: WithSignIn & WithNetworkLimits): void {
  app.post(
    '/api/session/recovery/',
    {
      ...BEGINS,
      ...dependencies.networkLimits.limit('recovery'),
      schema: described('signInByRecoveryKey', 'Sign in with a recovery key', {
        body: RecoverySignInRequest,
        ...ok(SignedIn, 401, 403, 429),
      }),
    },
    async (request) => signInByRecoveryKey(dependencies, request.body, callerOf(request)),
  )
}
