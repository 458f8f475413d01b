import {
  PasskeyMethodStartResponse,
  PasswordMethodStartRequest,
  PasswordMethodStartResponse,
} from '@countersign/contracts'
import { type Api, describeRefusals } from '@countersign/service'
import { Type } from 'typebox'
import type { CoreDependencies } from '../dependencies.ts'
import { startPasskeyMethod, startPasswordMethod } from './start-method.ts'

const described = { tags: ['methods'], security: [{ session: [] }] }
/** POST /api/account/methods/password/start/ and …/passkey/start/: the first half of a new method. */
export function mountStartMethod(app: Api, dependencies: CoreDependencies): void {
  const { guard } = dependencies
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
        response: { 200: PasswordMethodStartResponse, ...describeRefusals(403, 429) },
      },
    },
    async (request) => startPasswordMethod(dependencies, guard.sessionOf(request), request.body),
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
        response: { 200: PasskeyMethodStartResponse, ...describeRefusals(403) },
      },
    },
    async (request) => startPasskeyMethod(dependencies, guard.sessionOf(request)),
  )
}
