import { NO_REDIRECT } from '@countersign/contracts'
import { keyedDigest } from '@countersign/service/secrets'
import type { KnownScopes } from '../../catalogue/scopes/known-scopes.ts'
import { describeScopes } from '../../catalogue/scopes/scopes.ts'
import type { Client } from '../../clients/client.ts'
import type { AuthorizationRequest } from './request.store.ts'

const LABEL = 'countersign/v1/asked'

/**
 * Tells a request that asks for what another one asked for: the same app at the same address, under the same key, for the
 * same data, in the same words. Only that can be told from it, so the holder of a request's identifier may have it. Undefined for a
 * request that wishes more of the person than an answer, or would let the app reach an API: that is read each time. A `max_age` is
 * no such wish: the page leaves out a sign-in that is too old, and the provider refuses it.
 */
export function digestAsked(
  { prompt, redirectUri, responseMode, requestedScopes }: AuthorizationRequest,
  client: Client,
  { known, secrets: [secret] }: { readonly known: KnownScopes; readonly secrets: readonly string[] },
): string | undefined {
  // A device's request is always shown whole: whoever began it may be far away from who answers it (RFC 8628 §5.4).
  if (redirectUri === NO_REDIRECT) return undefined
  if (prompt !== undefined || secret === undefined) return undefined
  const details = describeScopes(client, requestedScopes.toSorted(), known)
  if (details.some(({ resource }) => resource !== undefined)) return undefined
  const { clientId, name, description, policyUri, tosUri, claimsEncryptionKey } = client
  const { subjectType, sectorIdentifierUri, verifiedClaimsRequired, credentialsRequested } = client
  const app = [clientId, name, description, policyUri, tosUri, claimsEncryptionKey, subjectType, sectorIdentifierUri]
  const asked = [app, redirectUri, responseMode, details, verifiedClaimsRequired, credentialsRequested]
  return keyedDigest(JSON.stringify(asked), { secret, label: LABEL }).toString('base64url')
}
