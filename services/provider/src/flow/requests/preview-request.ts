import type { AuthorizationRequestPreview } from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'
import type { WithScopes } from '../../catalogue/scopes/scope-registry.ts'
import { logoUrl } from '../../clients/client-logo.ts'
import type { WithClients } from '../../clients/client-registry.ts'
import { placeOf } from '../../ground/pages/place.ts'
import type { WithConfig, WithSql } from '../../ground/parts.ts'
import { digestAsked } from './digest-asked.ts'
import { findRequest } from './request.store.ts'

/**
 * Who asks, for whoever holds the identifier. Nothing that only the person who answers may see is in it, and reading it makes
 * the request nobody's.
 * @throws `not_found`
 */
export async function previewRequest(
  { sql, clients, scopes, config }: WithSql & WithConfig & WithScopes & WithClients,
  authRequestId: string,
): Promise<AuthorizationRequestPreview> {
  const request = await findRequest(sql, authRequestId, undefined)
  const client = request && (await clients.find(request.clientId))
  if (!request || !client) throw new ServiceError('not_found', 'There is no such authorization request.')
  const { status, expiresAt, redirectUri, prompt, signedInSince } = request
  const known = await scopes.of(request.requestedScopes)
  const asked = digestAsked(request, client, { known, secrets: config.serviceTokens })
  return {
    status: client.disabledAt ? 'expired' : status,
    expires_at: expiresAt.toISOString(),
    client: {
      name: client.name,
      logo: logoUrl(config.issuer, client.clientId),
      host: placeOf(redirectUri),
      ...(!client.isVouchedFor && { unreviewed: true }),
    },
    ...(prompt !== undefined && { prompt }),
    ...(signedInSince && { signed_in_since: signedInSince.toISOString() }),
    ...(asked !== undefined && { asked }),
  }
}
