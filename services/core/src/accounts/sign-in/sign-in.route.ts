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
import { type Api, describeRefusals } from '@countersign/service/http'
import { BEGINS } from '@countersign/service/limits'
import { callerOf } from '../../ground/http/caller.ts'
import type { WithNetworkLimits } from '../../ground/parts.ts'
import { finishPasskeySignIn, startPasskeySignIn } from './passkey-sign-in.ts'
import { createPasswordSignIn, type WithPasswordSignIn } from './password-sign-in.ts'
import { signInByRecoveryKey, type WithSignIn } from './sign-in.ts'

export function mountPasswordSignIn(app: Api, dependencies: WithPasswordSignIn & WithNetworkLimits): void {
  const { start, finish } = createPasswordSignIn(dependencies)

  app.post(
    '/api/session/password/start/',
    {
      ...BEGINS,
      ...dependencies.networkLimits.limit('password'),
      schema: {
        operationId: 'startPasswordSignIn',
        summary: 'Begin a sign-in with a password',
        tags: ['sessions'],
        body: PasswordStartRequest,
        response: { 200: PasswordStartResponse, ...describeRefusals(429) },
      },
    },
    async (request) => start(request.body),
  )

  app.post(
    '/api/session/password/finish/',
    {
      schema: {
        operationId: 'finishPasswordSignIn',
        summary: 'Finish a sign-in with a password',
        tags: ['sessions'],
        body: PasswordFinishRequest,
        security: [{}, { session: [] }],
        response: { 200: SignedIn, ...describeRefusals(403) },
      },
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
      schema: {
        operationId: 'startPasskeySignIn',
        summary: 'Begin a sign-in with a passkey',
        tags: ['sessions'],
        body: PasskeyStartRequest,
        response: { 200: PasskeyStartResponse, ...describeRefusals(429) },
      },
    },
    async (request) => startPasskeySignIn(dependencies, request.body),
  )

  app.post(
    '/api/session/passkey/finish/',
    {
      schema: {
        operationId: 'finishPasskeySignIn',
        summary: 'Finish a sign-in with a passkey',
        tags: ['sessions'],
        body: PasskeyFinishRequest,
        security: [{}, { session: [] }],
        response: { 200: SignedIn, ...describeRefusals(403) },
      },
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
      schema: {
        operationId: 'signInByRecoveryKey',
        summary: 'Sign in with a recovery key',
        tags: ['sessions'],
        body: RecoverySignInRequest,
        response: { 200: SignedIn, ...describeRefusals(401, 403, 429) },
      },
    },
    async (request) => signInByRecoveryKey(dependencies, request.body, callerOf(request)),
  )
}
