import {
  ADMINISTRATION,
  type AdministrationAnswer,
  type AdministrationOperation,
  type AdministrationRequest,
} from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'
import { roleOf } from '@countersign/service/http'
import type { ProviderConfig } from '../../ground/config.ts'
import type { EventSource } from '../../ground/events.ts'
import type { Administer } from './administration.ts'

/**
 * Administers for a person whom core has authenticated. Core's check depended on the role it knew, so a person with
 * another role here has none.
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
