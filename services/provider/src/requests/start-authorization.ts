import { DatabaseUnavailable, OAuthError, sha256, toOAuthError } from '@countersign/service'
import type { Client } from '../clients/client.ts'
import { readRedirectUri } from '../clients/read-redirect-uri.ts'
import type { ProviderDependencies } from '../dependencies.ts'
import { type Parameters, readOnce } from '../http/parameters.ts'
import { checkAuthorizationRequest, echoableState } from './check-authorization-request.ts'
import { type PostedAnswer, takesForms } from './form-post.ts'
import { openPushedRequest } from './pushed-request.store.ts'
import { readClient } from './read-client.ts'
import { isRequestUri, namesPushedRequest } from './request-uri.ts'
import { storeRequest } from './store-request.ts'

/** Where the browser goes next: on to the consent page, or back to the app with a refusal; by itself, or if the person wants. */
export type Destination =
  | { readonly kind: 'consent'; readonly url: string; readonly authRequestId: string; readonly clientId: string }
  | {
      /** `posted` as a form, `shown` to a person who may go on; all three carry the same answer to the app. */
      readonly kind: 'refused' | 'posted' | 'shown'
      readonly url: string
      readonly answer: PostedAnswer
      readonly refusal: OAuthError
      readonly clientId: string
    }

/**
 * Starts an authorization request (specification §1, step 2).
 * @throws OAuthError as long as the redirect URI is not known to be the client's: such a refusal must never become a
 * redirect (RFC 6749 §4.1.2.1)
 */
export async function startAuthorization(
  dependencies: ProviderDependencies,
  parameters: Parameters,
): Promise<Destination> {
  const { values, repeated } = parameters
  if (repeated.includes('client_id') || repeated.includes('redirect_uri')) {
    throw new OAuthError('invalid_request', 'client_id and redirect_uri must be sent once each.')
  }
  const client = await readClient(dependencies, values['client_id'])
  if (namesPushedRequest(values['request_uri'])) return openPushed(dependencies, client, parameters)
  const redirectUri = readRedirectUri(client, values['redirect_uri'])
  try {
    return await storeDirect(dependencies, { client, redirectUri, parameters })
  } catch (error) {
    if (!(error instanceof OAuthError) && !(error instanceof DatabaseUnavailable)) throw error
    const refusal = toOAuthError(error)
    const fields = {
      error: refusal.code,
      error_description: refusal.message,
      state: echoableState(parameters),
      iss: dependencies.config.issuer,
    }
    const url = redirectUrl(redirectUri, fields)
    return {
      kind: kindOfRefusal(client, redirectUri, parameters),
      url,
      answer: { redirectUri, fields },
      refusal,
      clientId: client.clientId,
    }
  }
}

function kindOfRefusal(client: Client, redirectUri: string, { values, repeated }: Parameters) {
  // Anyone could register an address and have us send people there, without their doing anything (RFC 9700 §4.11.2).
  if (client.registeredItself) return 'shown'
  const wantsForm = values['response_mode'] === 'form_post' && !repeated.includes('response_mode')
  return wantsForm && takesForms(redirectUri) ? 'posted' : 'refused'
}

/**
 * Opens a request that its client pushed. Everything was checked then, and only what was pushed counts: whatever else stands
 * in the browser's address is ignored, for anyone may have put it there (RFC 9126 §4, RFC 9101 §6.3).
 */
async function openPushed(
  dependencies: ProviderDependencies,
  { clientId }: Client,
  parameters: Parameters,
): Promise<Destination> {
  const requestUri = readOnce(parameters)['request_uri'] ?? ''
  const { sql, config } = dependencies
  const requestUriHash = sha256(requestUri)
  const lifetimeSeconds = config.requestLifetimeSeconds
  const authRequestId = isRequestUri(requestUri)
    ? await openPushedRequest(sql, { requestUriHash, clientId, lifetimeSeconds })
    : undefined
  if (authRequestId !== undefined) return consentPage(dependencies, authRequestId, clientId)
  throw new OAuthError('invalid_request_uri', 'The request_uri is unknown, has expired, or was answered already.')
}

type TrustedRequest = { readonly client: Client; readonly redirectUri: string; readonly parameters: Parameters }

async function storeDirect(dependencies: ProviderDependencies, request: TrustedRequest): Promise<Destination> {
  const { client, redirectUri, parameters } = request
  const checked = checkAuthorizationRequest(client, parameters)
  if (client.requirePushedRequests || dependencies.config.requirePushedRequests) {
    throw new OAuthError('invalid_request', 'Push the request first, and send only its request_uri (RFC 9126).')
  }
  const { clientId } = client
  const lifetimeSeconds = dependencies.config.requestLifetimeSeconds
  const authRequestId = await storeRequest(dependencies, { ...checked, clientId, redirectUri }, { lifetimeSeconds })
  return consentPage(dependencies, authRequestId, clientId)
}

function consentPage({ config }: ProviderDependencies, authRequestId: string, clientId: string): Destination {
  const url = `${config.consentUrl}/consent?auth_request_id=${authRequestId}`
  return { kind: 'consent', url, authRequestId, clientId }
}

/** Adds parameters to a registered URI, keeping the query that it has (RFC 6749 §3.1.2); empty ones are left out. */
function redirectUrl(redirectUri: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== '') url.searchParams.append(name, value)
  }
  return url.href
}
