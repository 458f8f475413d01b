import { OAuthError } from '@countersign/service/errors'
import type { Client } from './client.ts'

/**
 * The client, if nobody has disabled it. Its tokens are refused by this and not ended, so that they work again with it.
 * @throws `unauthorized_client`
 */
export function requireEnabled(client: Client): Client {
  if (!client.disabledAt) return client
  throw new OAuthError('unauthorized_client', 'This app is disabled here. Whoever runs this service can say why.')
}
