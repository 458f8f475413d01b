import type { OAuthError } from '@countersign/service/errors'
import type { Client } from '../../clients/client.ts'
import { isLoopbackRedirectUri } from '../../clients/redirect-uri.ts'
import type { ProviderConfig } from '../../ground/config.ts'
import { errorUriOf } from '../../ground/http/oauth-endpoint.ts'
import type { Destination } from '../../ground/http/provider-pages.ts'
import type { ResponseMode } from './check-authorization-request.ts'

type StoredRequest = { readonly authRequestId: string; readonly clientId: string; readonly prompt: string | undefined }

/** The consent page (specification §4.4). */
export function goToConsent(
  { webUrl }: Pick<ProviderConfig, 'webUrl'>,
  { authRequestId, clientId, prompt }: StoredRequest,
): Destination {
  // The page must know this before it shows anything.
  const promptNone = prompt === 'none' ? '&prompt=none' : ''
  const url = `${webUrl}/consent?auth_request_id=${authRequestId}${promptNone}`
  return { kind: 'consent', url, authRequestId, clientId }
}

export function goToDevicePage(
  { webUrl }: Pick<ProviderConfig, 'webUrl'>,
  { authRequestId, clientId }: Omit<StoredRequest, 'prompt'>,
): Destination {
  return { kind: 'consent', url: `${webUrl}/device`, authRequestId, clientId }
}

type WaitingApp = {
  readonly client: Client
  readonly redirectUri: string
  readonly responseMode: ResponseMode
  readonly state: string
  readonly config: Pick<ProviderConfig, 'issuer' | 'documentationUrl'>
}

/** Sends a refusal to the app, in its response mode (RFC 6749 §4.1.2.1). */
export function refuseAtApp(
  refusal: OAuthError,
  { client, redirectUri, responseMode, state, config }: WaitingApp,
): Destination {
  const { clientId, isVouchedFor } = client
  const fields = { error: refusal.code, error_description: refusal.message, state }
  const error_uri = errorUriOf(config, refusal.code) ?? ''
  const redirected = redirectUrl(redirectUri, { ...fields, error_uri, iss: config.issuer })
  // Anyone can register an address: redirecting there unasked makes us an open redirector (RFC 9700 §4.11.2).
  if (!isVouchedFor && !isLoopbackRedirectUri(redirectUri)) {
    return { kind: 'shown', url: redirected, refusal, clientId }
  }
  // One address has all forms: in the browser extension no other document has one.
  const posted = redirectUrl(`${config.issuer}/oauth/form-post`, {
    client_id: clientId,
    redirect_uri: redirectUri,
    ...fields,
  })
  const url = responseMode === 'form_post' && takesForms(redirectUri) ? posted : redirected
  return { kind: 'refused', url, refusal, clientId }
}

/** Adds non-empty parameters to a registered URI and keeps its query (RFC 6749 §3.1.2). */
export function redirectUrl(redirectUri: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== '') url.searchParams.append(name, value)
  }
  return url.href
}

const POSTABLE = new Set(['https:', 'http:'])

/** Private-use schemes cannot take a form. */
export function takesForms(redirectUri: string): boolean {
  return URL.canParse(redirectUri) && POSTABLE.has(new URL(redirectUri).protocol)
}
