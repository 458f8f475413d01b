import { DatabaseUnavailable, OAuthError, sha256, toOAuthError } from '@countersign/service'
import type { Client } from '../clients/client.ts'
import { readRedirectUri } from '../clients/read-redirect-uri.ts'
import type { ProviderDependencies } from '../dependencies.ts'
import { type Parameters, readOnce } from '../http/parameters.ts'
import { checkAuthorizationRequest, echoableState } from './check-authorization-request.ts'
import { openPushedRequest } from './pushed-request.store.ts'
import { readClient } from './read-client.ts'
import { type RefusalTo, refuseTo } from './refuse-to.ts'
import { isRequestUri, namesPushedRequest } from './request-uri.ts'
import { storeRequest } from './store-request.ts'

/** Where the browser goes next: on to the consent page, or back to the app with a refusal; by itself, or if the person wants. */
export type Destination =
  | { readonly kind: 'consent'; readonly url: string; readonly authRequestId: string; readonly clientId: string }
  | (RefusalTo & { readonly refusal: OAuthError; readonly clientId: string })

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
    const responseMode = wantsForm(parameters) ? 'form_post' : 'query'
    const { issuer } = dependencies.config
    const to = { client, redirectUri, state: echoableState(parameters), responseMode, issuer } as const
    return { ...refuseTo(to, refusal), refusal, clientId: client.clientId }
  }
}

function wantsForm({ values, repeated }: Parameters): boolean {
  return values['response_mode'] === 'form_post' && !repeated.includes('response_mode')
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
  const opened = isRequestUri(requestUri)
    ? await openPushedRequest(sql, { requestUriHash, clientId, lifetimeSeconds })
    : undefined
  if (opened) return consentPage(dependencies, { ...opened, clientId })
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
  return consentPage(dependencies, { authRequestId, prompt: checked.prompt, clientId })
}

type Stored = { readonly authRequestId: string; readonly prompt: string | undefined; readonly clientId: string }

function consentPage({ config }: ProviderDependencies, { authRequestId, prompt, clientId }: Stored): Destination {
  // Before the page may show anything it has to know this; all else it reads.
  const silently = prompt === 'none' ? '&prompt=none' : ''
  const url = `${config.consentUrl}/consent?auth_request_id=${authRequestId}${silently}`
  return { kind: 'consent', url, authRequestId, clientId }
}
