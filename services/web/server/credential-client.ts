import { CREDENTIAL_CLIENT_PATH } from '@countersign/contracts/credential-client'
import { PATHS } from '@countersign/ui/routing/paths.ts'
import type { FastifyInstance } from 'fastify'
import { ASSET_HEADERS } from './page-headers.ts'

type CredentialClient = {
  readonly origin: string
  readonly name: string
  /** A path at the origin, or empty. */
  readonly logo: string
}

/**
 * Describes the page to authorization servers of credential issuers (draft-ietf-oauth-client-id-metadata-document-02): a
 * public client, since its code runs in the browser. Servers that read no documents register the same values.
 */
export function mountCredentialClient(app: FastifyInstance, { origin, name, logo }: CredentialClient): void {
  const json = JSON.stringify({
    client_id: origin + CREDENTIAL_CLIENT_PATH,
    client_name: name,
    client_uri: origin,
    ...(logo !== '' && { logo_uri: origin + logo }),
    redirect_uris: [origin + PATHS.credentials],
    grant_types: ['authorization_code'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  })
  const headers = {
    ...ASSET_HEADERS,
    'cache-control': 'max-age=300',
    'content-type': 'application/json; charset=utf-8',
  }
  app.get(CREDENTIAL_CLIENT_PATH, async (_request, reply) => reply.headers(headers).send(json))
}
