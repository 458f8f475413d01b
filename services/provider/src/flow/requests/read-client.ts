import { OAuthError } from '@countersign/service/errors'
import type { Client } from '../../clients/client.ts'
import type { WithClients } from '../../clients/client-registry.ts'
import { requireEnabled } from '../../clients/require-enabled.ts'

/**
 * The client that a browser names. With the browser's address, an unregistered client's document may be fetched.
 * @throws OAuthError to show, never to redirect
 */
export async function readClient(
  { clients }: WithClients,
  clientId: string | undefined,
  address?: string,
): Promise<Client> {
  if (clientId === undefined) throw new OAuthError('invalid_request', 'client_id is missing.')
  const client = await clients.find(clientId, address)
  if (client) return requireEnabled(client)
  throw new OAuthError('invalid_client', clients.problemOf(clientId) ?? 'The client_id is unknown.', { status: 400 })
}
