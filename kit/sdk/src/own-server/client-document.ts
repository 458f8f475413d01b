import type { JWK } from 'jose'
import type { CheckedSettings } from '../checked-settings.ts'
import { parseDecryptionKeys } from '../claims-key.ts'
import { readClientKey } from '../client-authentication.ts'

/** For JSON, at the address that is the client id. */
export type ClientDocument = Readonly<Record<string, unknown>>

type Described = Pick<CheckedSettings, 'clientId' | 'redirectUri' | 'clientKey' | 'dpop'> & {
  readonly clientName: string
  readonly scopes: readonly string[]
  readonly claimsDecryptionKey: string
}

/** The document of the settings (draft-ietf-oauth-client-id-metadata-document §4). */
export function describeClient({ clientKey, dpop, ...app }: Described): ClientDocument {
  const [{ publicJwk }] = parseDecryptionKeys(app.claimsDecryptionKey)
  return {
    client_id: app.clientId,
    client_name: app.clientName,
    redirect_uris: [app.redirectUri],
    scope: app.scopes.join(' '),
    token_endpoint_auth_method: clientKey === undefined ? 'none' : 'private_key_jwt',
    ...(clientKey !== undefined && { jwks: { keys: [publicHalfOf(clientKey)] } }),
    ...(dpop !== undefined && { dpop_bound_access_tokens: true }),
    claims_encryption_jwk: publicJwk,
  }
}

/** Member by member, so that no private one slips through. */
function publicHalfOf(clientKey: string): JWK {
  const { jwk, alg } = readClientKey(clientKey)
  const { kty, crv, x, y, n, e, kid } = jwk
  const members = Object.entries({ kty, crv, x, y, n, e, kid, alg, use: 'sig' })
  return Object.fromEntries(members.filter(([, value]) => value !== undefined))
}
