import { OAuthError } from '@countersign/service/errors'
import type { Client } from './client.ts'

/**
 * Refuses a disabled client. Its tokens are kept, so that they work again once it is enabled.
 * @throws `unauthorized_client`
 */
export function requireEnabled(client: Client): Client {
  if (!client.disabledAt) return client
  throw new OAuthError('unauthorized_client', 'This app is disabled here. Whoever runs this service can say why.')
}
