import type { Client } from '@countersign/provider'

/** A client as the command line shows it: names as on the wire, no hash of a secret. */
export function describeClient(client: Client) {
  return {
    client_id: client.clientId,
    name: client.name,
    description: client.description,
    redirect_uris: client.redirectUris,
    scopes: client.scopes,
    token_endpoint_auth_method: client.authenticationMethod,
    require_pkce: client.requirePkce,
    valid_secrets: client.secretHashes.length,
    created_at: client.createdAt.toISOString(),
  }
}
