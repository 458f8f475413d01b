import { OAuthError } from '@countersign/service/errors'
import type { Client } from './client.ts'
import { isRegisteredRedirectUri } from './redirect-uri.ts'

/**
 * Answers the redirect URI of a request if it is one of the client's (RFC 9700 §4.1.3).
 * @throws OAuthError
 */
export function readRedirectUri(client: Client, redirectUri: string | undefined): string {
  if (redirectUri === undefined) throw new OAuthError('invalid_request', 'redirect_uri is missing.')
  if (isRegisteredRedirectUri(client.redirectUris, redirectUri)) return redirectUri
  throw new OAuthError(
    'redirect_uri_mismatch',
    'The redirect_uri is not registered for this client; it must match exactly.',
  )
}
