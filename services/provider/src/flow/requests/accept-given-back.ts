import type { RequestGivenBack, RequestGivingBack } from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'
import type { WithSql } from '../../ground/parts.ts'
import { giveBack } from './request.store.ts'

/**
 * Leaves a request to whoever reads it next. Once more does no harm.
 * @throws `not_found` for one that does not wait, or is another person's
 */
export async function acceptGivenBack(
  { sql }: WithSql,
  { auth_request_id, user_id }: RequestGivingBack,
): Promise<RequestGivenBack> {
  if (await giveBack(sql, auth_request_id, user_id)) return { given_back: true }
  throw new ServiceError('not_found', 'This person has no such authorization request that waits.')
}
