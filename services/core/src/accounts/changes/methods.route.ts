import {
  ItemStagingRequest,
  ItemStagingResponse,
  MethodChangeRequest,
  MethodsChanged,
  PasskeyMethodStartResponse,
  PasswordMethodStartRequest,
  PasswordMethodStartResponse,
  UnlockMethodList,
  VAULT_BODY_BYTES,
  VaultRotationRequest,
} from '@countersign/contracts'
import type { Api } from '@countersign/service/http'
import { Type } from 'typebox'
import { callerOf } from '../../ground/http/caller.ts'
import { describeRoutes, ok } from '../../ground/http/routes.ts'
import type { WithCommitLimits, WithConfig, WithSql } from '../../ground/parts.ts'
import { storeStagedItems } from '../../vaults/staging/stage-items.ts'
import { ifMatch } from '../../vaults/vault.route.ts'
import type { WithOpaque } from '../credentials/passwords/opaque-server.ts'
import type { WithLoginIndex } from '../records/login-index.ts'
import { describeMethods, listMethods } from '../records/method.store.ts'
import type { WithSessions } from '../sessions/sessions.ts'
import { startPasskeyMethod, startPasswordMethod } from './add-method.ts'
import { changeMethods } from './change-methods.ts'
import type { WithMethodChanges } from './complete-change.ts'
import { CHANGE_ACTS, ROTATION_ACTS } from './method-events.ts'
import { rotateVault } from './rotate-vault.ts'

const described = describeRoutes({ tags: ['methods'], security: [{ session: [] }] })

/** Acts that set a password; the change itself shows which one. */
const PASSWORD_ACTS = [
  'set_password',
  'change_password',
  'change_password_and_account_key',
  'change_password_and_login_name',
  'change_login_name',
] as const

export function mountMethods(
  app: Api,
  dependencies: WithSql & WithConfig & WithSessions & WithOpaque & WithLoginIndex,
): void {
  const { sql, guard } = dependencies

  app.get(
    '/api/account/methods/',
    {
      onRequest: guard.allow('full', 'recovery'),
      schema: described('listMethods', 'List my sign-in methods', ok(UnlockMethodList)),
    },
    async (request) => ({ methods: describeMethods(await listMethods(sql, guard.sessionOf(request).userId)) }),
  )

  app.post(
    '/api/account/methods/password/start/',
    {
      onRequest: guard.allowIntended(PASSWORD_ACTS, 'full', 'recovery'),
      schema: described('startPasswordMethod', 'Begin to set or change the password, or the name to sign in with', {
        body: PasswordMethodStartRequest,
        ...ok(PasswordMethodStartResponse, 403, 429),
      }),
    },
    async (request) => startPasswordMethod(dependencies, guard.sessionOf(request), request.body),
  )

  app.post(
    '/api/account/methods/passkey/start/',
    {
      onRequest: guard.allowIntended(['add_passkey'], 'full', 'recovery'),
      schema: described('startPasskeyMethod', 'Begin to add a passkey', {
        body: Type.Object({}, { additionalProperties: false }),
        ...ok(PasskeyMethodStartResponse, 403),
      }),
    },
    async (request) => startPasskeyMethod(dependencies, guard.sessionOf(request)),
  )
}

export function mountChangeMethods(app: Api, dependencies: WithMethodChanges & WithSessions & WithCommitLimits): void {
  app.post(
    '/api/account/methods/changes/',
    {
      ...dependencies.commitLimits.limitMethodChanges(
        dependencies.guard.allowIntended(CHANGE_ACTS, 'full', 'recovery'),
      ),
      bodyLimit: VAULT_BODY_BYTES,
      schema: described('changeMethods', 'Change my sign-in methods', {
        headers: ifMatch('The entity tag of the vault that was changed.'),
        body: MethodChangeRequest,
        ...ok(MethodsChanged, 403, 404, 409, 410, 412, 422, 428, 429),
      }),
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

const rotation = describeRoutes({ tags: ['vault'], security: [{ session: [] }] })

export function mountRotateVault(app: Api, dependencies: WithMethodChanges & WithSessions & WithCommitLimits): void {
  app.post(
    '/api/vault/rotate/',
    {
      ...dependencies.commitLimits.limitMethodChanges(dependencies.guard.allowIntended(ROTATION_ACTS, 'full')),
      bodyLimit: VAULT_BODY_BYTES,
      schema: rotation('rotateVault', 'Rotate the account key', {
        headers: ifMatch('The entity tag of the vault that was encrypted anew.'),
        body: VaultRotationRequest,
        ...ok(MethodsChanged, 403, 409, 410, 412, 422, 428, 429),
      }),
    },
    async (request, reply) => {
      const { answer, etag } = await rotateVault(dependencies, dependencies.guard.sessionOf(request), {
        ifMatch: request.headers['if-match'],
        rotation: request.body,
        origin: callerOf(request).origin,
      })
      return reply.header('etag', etag).send(answer)
    },
  )
}

export function mountStageRotation(
  app: Api,
  { sql, guard, commitLimits }: WithSql & WithSessions & WithCommitLimits,
): void {
  app.post(
    '/api/vault/rotate/staging/',
    {
      ...commitLimits.limitMethodChanges(guard.allowIntended(ROTATION_ACTS, 'full')),
      bodyLimit: VAULT_BODY_BYTES,
      schema: rotation('stageRotation', 'Stage the items of a large vault under its new account key', {
        body: ItemStagingRequest,
        ...ok(ItemStagingResponse, 403, 422, 429),
      }),
    },
    async (request) => {
      const { userId } = guard.sessionOf(request)
      return { items: await storeStagedItems(sql, { ...request.body, userId, kind: 'rotation' }) }
    },
  )
}
