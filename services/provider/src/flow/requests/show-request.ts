import {
  type AuthorizationRequestDetails,
  type AuthorizationRequestPreview,
  type AuthorizationRequestQuery,
  NO_REDIRECT,
} from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'
import { keyedDigest } from '@countersign/service/secrets'
import type { KnownScopes } from '../../catalogue/scopes/known-scopes.ts'
import type { WithScopes } from '../../catalogue/scopes/scope-registry.ts'
import { describeScopes } from '../../catalogue/scopes/scopes.ts'
import type { Client } from '../../clients/client.ts'
import { logoUrl } from '../../clients/client-logo.ts'
import type { WithClients } from '../../clients/client-registry.ts'
import { translatedNames } from '../../clients/client-texts.ts'
import { credentialRequestsOf } from '../../clients/credential-requests.ts'
import { shownHost } from '../../ground/pages/shown-host.ts'
import type { WithConfig, WithKeys, WithSql } from '../../ground/parts.ts'
import { prepareSubjects } from '../identity/subject.ts'
import { type AuthorizationRequest, findRequest } from './request.store.ts'
import { openLoginHint } from './request-secrets.ts'

/**
 * The whole request for its user, expired or not.
 * @throws `not_found`
 */
export async function showRequest(
  dependencies: WithSql & WithConfig & WithKeys & WithScopes & WithClients,
  { auth_request_id: authRequestId, user_id: userId }: AuthorizationRequestQuery,
): Promise<AuthorizationRequestDetails> {
  const { config, keys } = dependencies
  const { request, client, known, asked, status } = await readRequest(dependencies, authRequestId, userId)
  const { responseMode, prompt, maxAgeSeconds, acceptedAcr, sealedLoginHint } = request
  const isNamedOtherwise = userId !== undefined && client.subjectType === 'pairwise'
  const subject = isNamedOtherwise ? (await prepareSubjects(keys, client))(userId) : undefined
  const loginHint = sealedLoginHint && openLoginHint(sealedLoginHint, config.serviceTokens)
  return {
    auth_request_id: request.authRequestId,
    status,
    expires_at: request.expiresAt.toISOString(),
    requested_scopes: [...request.requestedScopes],
    scope_details: describeScopes(client, request, known),
    state: request.state,
    redirect_uri: request.redirectUri,
    client: { ...describeClient(client), logo: logoUrl(config.issuer, client.clientId) },
    ...(subject !== undefined && { subject }),
    ...(responseMode === 'form_post' && { response_mode: responseMode }),
    ...(prompt !== undefined && { prompt }),
    ...(maxAgeSeconds !== undefined && { max_age: maxAgeSeconds }),
    ...(acceptedAcr && { acr_values: acceptedAcr.join(' ') }),
    ...(loginHint !== undefined && { login_hint: loginHint }),
    ...(asked !== undefined && { asked }),
  }
}

/** Everything that the user reads about the app; `digestNow` covers each member. */
function describeClient(client: Client): Omit<AuthorizationRequestDetails['client'], 'logo'> {
  return {
    client_id: client.clientId,
    name: client.name,
    description: client.description,
    ...(Object.keys(client.texts).length > 0 && { texts: client.texts }),
    ...(!client.isVouchedFor && { unreviewed: true }),
    ...(client.claimsEncryptionKey && { claims_encryption_jwk: client.claimsEncryptionKey }),
    ...(client.policyUri !== undefined && { policy_uri: client.policyUri }),
    ...(client.tosUri !== undefined && { tos_uri: client.tosUri }),
    ...(client.verifiedClaimsRequired.length > 0 && { verified_claims_required: [...client.verifiedClaimsRequired] }),
    ...(client.keepsUpToDate && { keeps_up_to_date: true }),
    ...(client.credentialsRequested && {
      credentials_requested: [...credentialRequestsOf(client.credentialsRequested)],
    }),
  }
}

/**
 * For any holder of the request's id: shows nothing personal and assigns the request to no user.
 * @throws `not_found`
 */
export async function previewRequest(
  dependencies: WithSql & WithConfig & WithScopes & WithClients,
  authRequestId: string,
): Promise<AuthorizationRequestPreview> {
  const { request, client, asked, status } = await readRequest(dependencies, authRequestId)
  const { expiresAt, redirectUri, prompt, signedInSince, acceptedAcr } = request
  return {
    status,
    expires_at: expiresAt.toISOString(),
    client: {
      name: client.name,
      ...translatedNames(client),
      logo: logoUrl(dependencies.config.issuer, client.clientId),
      host: shownHost(redirectUri),
      ...(!client.isVouchedFor && { unreviewed: true }),
    },
    ...(prompt !== undefined && { prompt }),
    ...(signedInSince && { signed_in_since: signedInSince.toISOString() }),
    ...(acceptedAcr && { acr_values: acceptedAcr.join(' ') }),
    ...(asked !== undefined && { asked }),
  }
}

/** @throws `not_found` */
async function readRequest(
  { sql, clients, scopes, config }: WithSql & WithConfig & WithScopes & WithClients,
  authRequestId: string,
  userId?: string,
) {
  const request = await findRequest(sql, authRequestId, userId)
  const client = request && (await clients.find(request.clientId))
  if (!request || !client) throw new ServiceError('not_found', 'There is no such authorization request.')
  const known = await scopes.of(request.requestedScopes)
  const asked = digestAsked(request, client, { known, secrets: config.serviceTokens })
  return { request, client, known, asked, status: client.disabledAt ? ('expired' as const) : request.status }
}

const LABEL = 'countersign/v1/asked'

type Digests = Map<string, string | undefined>
type AskedOf = { readonly known: KnownScopes; readonly secrets: readonly string[] }

/** A change of the app or of a scope brings new objects. */
const digestsOf = new WeakMap<Client, WeakMap<KnownScopes, Digests>>()
/** Apps choose the order of scopes. */
const MAXIMUM_REMEMBERED = 100

/**
 * Equal for requests for the same data in the same words for the same app, address and key; reveals only that.
 * Undefined if the user must read the request each time: it has a `prompt`, comes from a device or reaches an API.
 */
function digestAsked(request: AuthorizationRequest, client: Client, { known, secrets }: AskedOf): string | undefined {
  const { prompt, redirectUri, responseMode, requestedScopes, requestedClaims, essentialClaims } = request
  // A device's request is always shown whole: its user may be far away (RFC 8628 §5.4).
  if (redirectUri === NO_REDIRECT || prompt !== undefined) return undefined
  const digests = rememberDigests(client, known)
  const key = JSON.stringify([redirectUri, responseMode, requestedScopes, requestedClaims, essentialClaims])
  if (!digests.has(key)) digests.set(key, digestNow(request, client, { known, secrets }))
  return digests.get(key)
}

function rememberDigests(client: Client, known: KnownScopes): Digests {
  const ofClient = digestsOf.get(client) ?? new WeakMap<KnownScopes, Digests>()
  const before = ofClient.get(known)
  if (before && before.size < MAXIMUM_REMEMBERED) return before
  const digests: Digests = new Map()
  digestsOf.set(client, ofClient.set(known, digests))
  return digests
}

function digestNow(
  { redirectUri, responseMode, requestedScopes, ...claims }: AuthorizationRequest,
  client: Client,
  { known, secrets: [secret] }: AskedOf,
): string | undefined {
  if (secret === undefined) return undefined
  const details = describeScopes(client, { ...claims, requestedScopes: requestedScopes.toSorted() }, known)
  if (details.some(({ resource }) => resource !== undefined)) return undefined
  const { client_id, name, description, policy_uri, tos_uri, claims_encryption_jwk, ...rest } = describeClient(client)
  const { verified_claims_required = [], credentials_requested = [], texts, ...more } = rest
  const { subjectType, sectorIdentifierUri } = client
  const app = [
    client_id,
    name,
    description,
    policy_uri,
    tos_uri,
    claims_encryption_jwk,
    subjectType,
    sectorIdentifierUri,
  ]
  // Left out if empty, so that the digests of older versions stay.
  const added = [texts, more].filter((each) => each && Object.keys(each).length > 0)
  const asked = [app, redirectUri, responseMode, details, verified_claims_required, credentials_requested, ...added]
  return keyedDigest(JSON.stringify(asked), { secret, label: LABEL }).toString('base64url')
}
