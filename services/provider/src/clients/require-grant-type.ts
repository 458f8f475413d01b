import type { GrantType } from '@countersign/contracts'
import { OAuthError } from '@countersign/service/errors'
import type { Client } from './client.ts'

/**
 * Refuses a grant type that the client is not registered for (RFC 6749 §4.1.2.1, §5.2).
 * @throws `unauthorized_client`
 */
export function requireGrantType({ grantTypes }: Client, grantType: GrantType): void {
  if (grantTypes.includes(grantType)) return
  throw new OAuthError('unauthorized_client', `This client is not registered for the grant type ${grantType}.`)
}
