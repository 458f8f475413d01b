import type { DeviceRequest, UserCodeEntry } from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'
import type { WithScopes } from '../../catalogue/scopes/scope-registry.ts'
import type { WithClients } from '../../clients/client-registry.ts'
import type { WithConfig, WithSql } from '../../ground/parts.ts'
import { previewRequest } from '../requests/show-request.ts'
import { findUserCode } from './device-request.store.ts'
import { digestUserCode, readUserCode } from './user-code.ts'

/**
 * Reading the request assigns it to no user.
 * @throws `not_found`, for unknown and impossible codes alike
 */
export async function findDeviceRequest(
  dependencies: WithSql & WithConfig & WithScopes & WithClients,
  { user_code }: UserCodeEntry,
): Promise<DeviceRequest> {
  const code = readUserCode(user_code)
  const found = code === undefined ? undefined : await findCoded(dependencies, code)
  if (!found) throw new ServiceError('not_found', 'No device waits with this code.')
  const { status, expires_at, client } = await previewRequest(dependencies, found.authRequestId)
  return {
    auth_request_id: found.authRequestId,
    requested_at: found.createdAt.toISOString(),
    status,
    expires_at,
    client,
  }
}

/** In sequence, since each digest may be on another machine; several only during rotation. */
async function findCoded({ sql, config }: WithSql & WithConfig, code: string) {
  for (const secret of config.keyEncryptionSecrets) {
    const found = await findUserCode(sql, digestUserCode(code, secret))
    if (found) return found
  }
  return undefined
}
