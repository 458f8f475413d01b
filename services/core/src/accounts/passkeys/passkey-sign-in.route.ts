import { PasskeyFinishRequest, PasskeyStartRequest, PasskeyStartResponse, SignedIn } from '@countersign/contracts'
import { type Api, describeRefusals } from '@countersign/service/http'
import { BEGINS } from '@countersign/service/limits'
import { callerOf } from '../../ground/http/caller.ts'
import type { CoreDependencies } from '../../surface/dependencies.ts'
import { finishPasskeySignIn, startPasskeySignIn } from './passkey-sign-in.ts'

/** POST /api/session/passkey/start/ and …/finish/: sign in with a passkey, without a name, or confirm one intent. */
export function mountPasskeySignIn(app: Api, dependencies: CoreDependencies): void {
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
        summary: 'Prove the passkey and get a session',
        tags: ['sessions'],
        body: PasskeyFinishRequest,
        security: [{}, { session: [] }],
        response: { 200: SignedIn, ...describeRefusals(403) },
      },
    },
    async (request) => finishPasskeySignIn(dependencies, request.body, callerOf(request)),
  )
}
