import { PasswordFinishRequest, PasswordStartRequest, PasswordStartResponse, SignedIn } from '@countersign/contracts'
import { type Api, describeRefusals } from '@countersign/service/http'
import { BEGINS } from '@countersign/service/limits'
import { callerOf } from '../ground/http/caller.ts'
import type { CoreDependencies } from '../surface/dependencies.ts'
import { createPasswordSignIn } from './password-sign-in.ts'

/** POST /api/session/password/start/ and …/finish/: sign in by OPAQUE, in two messages. */
export function mountPasswordSignIn(app: Api, dependencies: CoreDependencies): void {
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
        summary: 'Prove the password and get a session',
        tags: ['sessions'],
        body: PasswordFinishRequest,
        security: [{}, { session: [] }],
        response: { 200: SignedIn, ...describeRefusals(403) },
      },
    },
    async (request) => finish(request.body, callerOf(request)),
  )
}
