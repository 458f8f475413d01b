import {
  MethodChangeRequest,
  MethodsChanged,
  PasskeyMethodStartResponse,
  PasswordMethodStartRequest,
  PasswordMethodStartResponse,
  UnlockMethodList,
  VAULT_BODY_BYTES,
} from '@countersign/contracts'
import { type Api, describeRefusals } from '@countersign/service/http'
import { Type } from 'typebox'
import { callerOf } from '../../ground/http/caller.ts'
import type { AccountDependencies } from '../dependencies.ts'
import { changeMethods } from './change-methods.ts'
import { describeMethods } from './describe-methods.ts'
import { listMethods } from './method.store.ts'
import { CHANGE_ACTS } from './method-events.ts'
import { startPasskeyMethod, startPasswordMethod } from './start-method.ts'

const described = { tags: ['methods'], security: [{ session: [] }] }

/** GET /api/account/methods/: the unlock methods of an account. */
export function mountListMethods(app: Api, { sql, guard }: Pick<AccountDependencies, 'sql' | 'guard'>): void {
  app.get(
    '/api/account/methods/',
    {
      onRequest: guard.allow('full', 'recovery'),
      schema: {
        ...described,
        operationId: 'listMethods',
        summary: 'Show what opens my account',
        response: { 200: UnlockMethodList },
      },
    },
    async (request) => ({ methods: describeMethods(await listMethods(sql, guard.sessionOf(request).userId)) }),
  )
}

/** Acts that set a password; the change itself shows which one it was. */
const PASSWORD_ACTS = [
  'set_password',
  'change_password',
  'change_password_and_account_key',
  'change_password_and_login_name',
  'change_login_name',
] as const

/** POST /api/account/methods/password/start/ and …/passkey/start/: the first half of a new method. */
export function mountStartMethod(app: Api, dependencies: AccountDependencies): void {
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

/** POST /api/account/methods/changes/: any change of the unlock methods, as one commit of the vault. */
export function mountChangeMethods(app: Api, dependencies: AccountDependencies): void {
  app.post(
    '/api/account/methods/changes/',
    {
      ...dependencies.commitLimits.limitMethodChanges(
        dependencies.guard.allowIntended(CHANGE_ACTS, 'full', 'recovery'),
      ),
      bodyLimit: VAULT_BODY_BYTES,
      schema: {
        ...described,
        operationId: 'changeMethods',
        summary: 'Add, replace and remove what opens my account',
        headers: Type.Object({
          'if-match': Type.Optional(Type.String({ description: 'The entity tag of the vault that was changed.' })),
        }),
        body: MethodChangeRequest,
        response: { 200: MethodsChanged, ...describeRefusals(403, 404, 409, 410, 412, 422, 428, 429) },
      },
    },
    async (request, reply) => {
      const { answer, etag } = await changeMethods(dependencies, dependencies.guard.sessionOf(request), {
        ifMatch: request.headers['if-match'],
        change: request.body,
        caller: callerOf(request),
      })
      return reply.header('etag', etag).send(answer)
    },
  )
}
