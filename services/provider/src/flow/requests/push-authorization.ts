import { OAuthError } from '@countersign/service/errors'
import { findKeyOfSecret, newKeyedSecret, sha256 } from '@countersign/service/secrets'
import type { WithScopes } from '../../catalogue/scopes/scope-registry.ts'
import type { Client } from '../../clients/client.ts'
import { readRedirectUri } from '../../clients/redirect-uri.ts'
import type { Parameters } from '../../ground/http/parameters.ts'
import type { WithConfig, WithKeys, WithSql } from '../../ground/parts.ts'
import { checkSameKey, checkUnsupported } from './check-authorization-request.ts'
import { checkRequest, identifyRequest, type StorableRequest, storeRequest } from './store-request.ts'

/**
 * RFC 9126 §2. Refuses here all that the authorization endpoint would. A DPoP proof binds the code (RFC 9449 §10.1).
 * @throws OAuthError
 */
export async function pushAuthorization(
  dependencies: WithSql & WithConfig & WithKeys & WithScopes,
  client: Client,
  { parameters, proofJkt }: { readonly parameters: Parameters; readonly proofJkt: string | undefined },
) {
  if (parameters.values['request_uri'] !== undefined) {
    throw new OAuthError('invalid_request', 'request_uri cannot be pushed (RFC 9126 §2.1).')
  }
  checkUnsupported(parameters.values)
  const redirectUri = readPushedRedirectUri(client, parameters.values['redirect_uri'])
  const checked = await checkRequest(dependencies, client, parameters)
  const request = {
    ...checked,
    dpopJkt: checkSameKey(checked.dpopJkt, proofJkt),
    clientId: client.clientId,
    redirectUri,
  }
  return storePushed(dependencies, request, dependencies.config.pushedRequestLifetimeSeconds)
}

/** Stores a checked request, whose `redirectUri` the caller answers for, and makes its `request_uri`. */
export async function storePushed(
  dependencies: WithSql & WithConfig & WithKeys,
  request: StorableRequest,
  lifetimeSeconds: number,
) {
  const authRequestId = identifyRequest(dependencies, request)
  // Random; only its hash is stored (RFC 9126 §2.2).
  const requestUri = newKeyedSecret(PREFIX, authRequestId)
  await storeRequest(dependencies, request, { authRequestId, requestUriHash: sha256(requestUri), lifetimeSeconds })
  return { authRequestId, requestUri, lifetimeSeconds }
}

/** RFC 9126 §2.3 wants `invalid_request` here. */
function readPushedRedirectUri(client: Client, redirectUri: string | undefined): string {
  try {
    return readRedirectUri(client, redirectUri)
  } catch (error) {
    if (error instanceof OAuthError) throw new OAuthError('invalid_request', error.message)
    throw error
  }
}

const PREFIX = 'urn:ietf:params:oauth:request_uri:'

/** Any other `request_uri` would be an address to fetch, which this server never does. */
export function namesPushedRequest(requestUri: string | undefined): requestUri is string {
  return requestUri?.startsWith(PREFIX) === true
}

/** The request's id; undefined for a malformed `request_uri`. */
export function findPushedRequestId(requestUri: string): string | undefined {
  return findKeyOfSecret(PREFIX, requestUri)
}
