import { randomUUID } from 'node:crypto'
import { DatabaseUnavailable, OAuthError, toOAuthError } from '@countersign/service'
import type { Client } from '../clients/client.ts'
import { isRegisteredRedirectUri } from '../clients/redirect-uri.ts'
import type { Dependencies } from '../dependencies.ts'
import type { Parameters } from '../http/parameters.ts'
import { checkAuthorizationRequest, echoableState } from './check-authorization-request.ts'
import { insertRequest } from './request.store.ts'

/** Where the browser goes next: on to the consent page, or back to the app with a refusal. */
export type Destination =
  | { readonly kind: 'consent'; readonly url: string; readonly authRequestId: string; readonly clientId: string }
  | { readonly kind: 'refused'; readonly url: string; readonly code: string; readonly clientId: string }

/**
 * Starts an authorization request (specification §1, step 2). Throws OAuthError as long as the redirect URI is not known
 * to be the client's: such a refusal must never become a redirect (RFC 6749 §4.1.2.1).
 */
export async function startAuthorization(dependencies: Dependencies, parameters: Parameters): Promise<Destination> {
  const { client, redirectUri } = await readTrustedParties(dependencies, parameters)
  try {
    return await storeRequest(dependencies, { client, redirectUri, parameters })
  } catch (error) {
    if (!(error instanceof OAuthError) && !(error instanceof DatabaseUnavailable)) throw error
    const { code, message } = toOAuthError(error)
    const url = redirectUrl(redirectUri, {
      error: code,
      error_description: message,
      state: echoableState(parameters),
      iss: dependencies.config.issuer,
    })
    return { kind: 'refused', url, code, clientId: client.clientId }
  }
}

type TrustedParties = { readonly client: Client; readonly redirectUri: string }

async function readTrustedParties(
  { clients }: Dependencies,
  { values, repeated }: Parameters,
): Promise<TrustedParties> {
  const { client_id: clientId, redirect_uri: redirectUri } = values
  if (repeated.includes('client_id') || repeated.includes('redirect_uri')) {
    throw new OAuthError('invalid_request', 'client_id and redirect_uri must be sent once each.')
  }
  if (clientId === undefined) throw new OAuthError('invalid_request', 'client_id is missing.')
  if (redirectUri === undefined) throw new OAuthError('invalid_request', 'redirect_uri is missing.')
  const client = await clients.find(clientId)
  if (!client) throw new OAuthError('invalid_client', 'The client_id is unknown.', { status: 400 })
  if (isRegisteredRedirectUri(client.redirectUris, redirectUri)) return { client, redirectUri }
  throw new OAuthError(
    'redirect_uri_mismatch',
    'The redirect_uri is not registered for this client; it must match exactly.',
  )
}

type TrustedRequest = TrustedParties & { readonly parameters: Parameters }

async function storeRequest({ sql, config }: Dependencies, request: TrustedRequest): Promise<Destination> {
  const { client, redirectUri, parameters } = request
  const { scopes, state, codeChallenge } = checkAuthorizationRequest(client, parameters)
  // Version 4: this identifier travels through browsers and must not tell when it was made.
  const authRequestId = randomUUID()
  const lifetimeSeconds = config.requestLifetimeSeconds
  await insertRequest(sql, {
    authRequestId,
    clientId: client.clientId,
    redirectUri,
    scopes,
    state,
    codeChallenge,
    lifetimeSeconds,
  })
  const url = `${config.consentUrl}/consent?auth_request_id=${authRequestId}`
  return { kind: 'consent', url, authRequestId, clientId: client.clientId }
}

/** Adds parameters to a registered URI, keeping the query that it has (RFC 6749 §3.1.2); empty ones are left out. */
function redirectUrl(redirectUri: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== '') url.searchParams.append(name, value)
  }
  return url.href
}
