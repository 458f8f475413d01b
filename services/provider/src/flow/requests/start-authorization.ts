import { DatabaseUnavailable, OAuthError } from '@countersign/service/errors'
import { toOAuthError } from '@countersign/service/http'
import { sha256 } from '@countersign/service/secrets'
import type { WithScopes } from '../../catalogue/scopes/scope-registry.ts'
import type { Client } from '../../clients/client.ts'
import { readClient, type WithClients } from '../../clients/client-registry.ts'
import { readRedirectUri } from '../../clients/redirect-uri.ts'
import { type Parameters, readOnce } from '../../ground/http/parameters.ts'
import type { Destination } from '../../ground/http/provider-pages.ts'
import type { WithConfig, WithKeys, WithSql } from '../../ground/parts.ts'
import { checkUnsupported, echoableState } from './check-authorization-request.ts'
import { goToConsent, refuseAtApp } from './destination.ts'
import { findPushedRequestId, namesPushedRequest } from './push-authorization.ts'
import { openPushedRequest } from './request.store.ts'
import { checkRequest, identifyRequest, storeRequest } from './store-request.ts'

/** @throws OAuthError before the redirect URI is verified: it must never become a redirect (RFC 6749 §4.1.2.1) */
export async function startAuthorization(
  dependencies: WithSql & WithConfig & WithKeys & WithScopes & WithClients,
  parameters: Parameters,
  address: string,
): Promise<Destination> {
  const { values, repeated } = parameters
  if (repeated.includes('client_id') || repeated.includes('redirect_uri')) {
    throw new OAuthError('invalid_request', 'client_id and redirect_uri must be sent once each.')
  }
  const client = await readClient(dependencies, values['client_id'], address)
  if (namesPushedRequest(values['request_uri'])) return openPushed(dependencies, client, parameters)
  if (values['redirect_uri'] === undefined) checkUnsupported(values)
  const redirectUri = readRedirectUri(client, values['redirect_uri'])
  try {
    return await storeDirect(dependencies, client, { redirectUri, parameters })
  } catch (error) {
    if (!(error instanceof OAuthError) && !(error instanceof DatabaseUnavailable)) throw error
    const wantsForm = values['response_mode'] === 'form_post' && !repeated.includes('response_mode')
    return refuseAtApp(toOAuthError(error), {
      client,
      redirectUri,
      responseMode: wantsForm ? 'form_post' : 'query',
      state: echoableState(parameters),
      config: dependencies.config,
    })
  }
}

/** Ignores other parameters of the address: anyone may have added them (RFC 9126 §4, RFC 9101 §6.3). */
async function openPushed({ sql, config }: WithSql & WithConfig, { clientId }: Client, parameters: Parameters) {
  const requestUri = readOnce(parameters)['request_uri'] ?? ''
  const authRequestId = findPushedRequestId(requestUri)
  if (authRequestId !== undefined) {
    const opening = { authRequestId, requestUriHash: sha256(requestUri), clientId }
    const opened = await openPushedRequest(sql, { ...opening, lifetimeSeconds: config.requestLifetimeSeconds })
    if (opened) return goToConsent(config, { ...opened, clientId })
  }
  throw new OAuthError('invalid_request_uri', 'The request_uri is unknown, has expired, or was answered already.')
}

async function storeDirect(
  dependencies: WithSql & WithConfig & WithKeys & WithScopes,
  client: Client,
  { redirectUri, parameters }: { readonly redirectUri: string; readonly parameters: Parameters },
): Promise<Destination> {
  const checked = await checkRequest(dependencies, client, parameters)
  if (client.requirePushedRequests || dependencies.config.requirePushedRequests) {
    throw new OAuthError('invalid_request', 'Push the request first, and send only its request_uri (RFC 9126).')
  }
  const { clientId } = client
  const lifetimeSeconds = dependencies.config.requestLifetimeSeconds
  const stored = { ...checked, clientId, redirectUri }
  const authRequestId = identifyRequest(dependencies, stored)
  await storeRequest(dependencies, stored, { authRequestId, lifetimeSeconds })
  return goToConsent(dependencies.config, { authRequestId, clientId, prompt: checked.prompt })
}
