import {
  ADMINISTRATION,
  type AdministrationAnswer,
  type AdministrationDescription,
  type AdministrationOperation,
  type AdministrationRequest,
} from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'
import { roleOf } from '@countersign/service/settings'

import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { ClientRegistrationError } from '../../clients/client-errors.ts'
import type { ProviderConfig } from '../../ground/config.ts'
import type { EventSource } from '../../ground/events.ts'
import type { ProviderDependencies } from '../dependencies.ts'
import { type Actor, type AdministrationCall, requireOwnClient } from './actor.ts'
import { createAuditOperations, createErrorOperations, createFiguresOperations } from './audit-operations.ts'
import { createKeyOperations, createSecretOperations, createTokenOperations } from './credential-operations.ts'
import { createCursors } from './cursor.ts'
import { createHealthOperations } from './health-operations.ts'
import { createClientOperations } from './manage-clients.ts'
import { createRegistrar } from './registrar.ts'
import { createResourceOperations, createScopeOperations } from './scope-operations.ts'
import { createTestOperations } from './test-sign-in.ts'

export type Administer = (
  asked: { readonly operation: AdministrationOperation; readonly input: unknown },
  actor: Actor,
  source: EventSource,
) => Promise<object | null>

type Operation = (input: unknown, call: AdministrationCall) => Promise<object | null>

const ofOneClient = Compile(Type.Object({ params: Type.Object({ client_id: Type.String() }) }))

/** Checks role and input, and runs the operation. Expected failures are ServiceErrors. */
export function createAdminister(dependencies: ProviderDependencies): Administer {
  const { sql, config } = dependencies
  const parts = { ...dependencies, cursors: createCursors(config.keyEncryptionSecrets) }
  const operations: Readonly<Record<AdministrationOperation, Operation>> = {
    readAccess: async (_input, { actor }) => ({
      role: actor.role,
      user_id: actor.userId ?? null,
      dynamic_registration: config.dynamicRegistration,
      developer_registration: config.developerRegistration,
      ...(config.documentationUrl !== undefined && { documentation_url: config.documentationUrl }),
    }),
    ...createClientOperations(parts),
    ...createSecretOperations(parts),
    ...createTokenOperations(parts),
    ...createResourceOperations(parts),
    ...createKeyOperations(parts),
    ...createAuditOperations(parts),
    ...createErrorOperations(parts),
    ...createFiguresOperations(parts),
    ...createScopeOperations(parts),
    ...createHealthOperations(parts),
    ...createTestOperations(parts),
  }
  return async ({ operation, input }, actor, source) => {
    const description: AdministrationDescription = ADMINISTRATION[operation]
    requireRole(description, actor)
    if (ofOneClient.Check(input)) await requireOwnClient(dependencies, actor, input.params.client_id)
    const by = actor.role === 'administrator' ? 'administrator' : 'developer'
    const registrar = createRegistrar({ sql, source, by, userId: actor.userId })
    try {
      return await operations[operation](input, { actor, source, registrar })
    } catch (error) {
      throw error instanceof ClientRegistrationError ? new ServiceError(error.code, error.message) : error
    }
  }
}

/** @throws `not_allowed` */
function requireRole({ isFor }: AdministrationDescription, { role }: Actor): void {
  if (isFor === 'anyone' || role === 'administrator' || (isFor === 'developers' && role === 'developer')) return
  throw new ServiceError('not_allowed', 'This is for administrators: ask the operator.')
}

/**
 * Core's check depended on the role it knew: a person with another role here is refused.
 * @throws ServiceError
 */
export async function administerFor(
  { administer, config }: { readonly administer: Administer; readonly config: ProviderConfig },
  { user_id: userId, role: checked, operation, input }: AdministrationRequest,
  source: EventSource,
): Promise<AdministrationAnswer> {
  if (!isOperation(operation)) throw new ServiceError('not_found', 'There is no such operation.')
  const role = roleOf(config, userId) === checked ? checked : 'none'
  const answer = await administer({ operation, input }, { role, userId }, source)
  return { answer }
}

function isOperation(name: string): name is AdministrationOperation {
  return Object.hasOwn(ADMINISTRATION, name)
}
