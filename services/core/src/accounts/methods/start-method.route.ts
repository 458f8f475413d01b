import {
  PasskeyMethodStartResponse,
  PasswordMethodStartRequest,
  PasswordMethodStartResponse,
} from '@countersign/contracts'
import { type Api, describeRefusals } from '@countersign/service/http'
import { Type } from 'typebox'
import type { CoreDependencies } from '../../surface/dependencies.ts'
import { startPasskeyMethod, startPasswordMethod } from './start-method.ts'

const described = { tags: ['methods'], security: [{ session: [] }] }
/** What sets a password; which of these it was shows the change itself. */
const PASSWORD_ACTS = [
  'set_password',
  'change_password',
  'change_password_and_account_key',
  'change_password_and_login_name',
  'change_login_name',
] as const

/** POST /api/account/methods/password/start/ and …/passkey/start/: the first half of a new method. */
export function mountStartMethod(app: Api, dependencies: CoreDependencies): void {
  const { guard } = dependencies

  app.post(
    '/api/account/methods/password/start/',
    {
      onRequest: guard.allowIntended(PASSWORD_ACTS, 'full', 'recovery'),
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
      onRequest: guard.allowIntended(['add_passkey'], 'full', 'recovery'),
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
