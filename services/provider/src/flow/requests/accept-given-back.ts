import type { RequestGivenBack, RequestGivingBack } from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'
import type { WithSql } from '../../ground/parts.ts'
import { giveBack } from './request.store.ts'

/**
 * Unassigns a request, for another user to answer. Idempotent.
 * @throws `not_found` if it is not pending, or is another user's
 */
export async function acceptGivenBack(
  { sql }: WithSql,
  { auth_request_id, user_id }: RequestGivingBack,
): Promise<RequestGivenBack> {
  if (await giveBack(sql, auth_request_id, user_id)) return { given_back: true }
  throw new ServiceError('not_found', 'This person has no such authorization request that waits.')
}
