import {
  AuthorizationRequestParams,
  FormPostParameters,
  OAUTH_ERROR_STATUS,
  UnansweredParameters,
} from '@countersign/contracts'
import { OAuthError } from '@countersign/service/errors'
import type { Api } from '@countersign/service/http'
import { findKeyOfSecret } from '@countersign/service/secrets'
import { Type } from 'typebox'
import { readClient, type WithClients } from '../../clients/client-registry.ts'
import { readRedirectUri } from '../../clients/redirect-uri.ts'
import { logRefused } from '../../ground/events.ts'
import { asOAuthEndpoint, documentedOnly, errorUriOf } from '../../ground/http/oauth-endpoint.ts'
import { type Parameters, parseQuery, readOnce } from '../../ground/http/parameters.ts'
import { sendDestination } from '../../ground/http/provider-pages.ts'
import type { WithConfig, WithLimiters, WithPages, WithSql } from '../../ground/parts.ts'
import { limitRequests } from '../../ground/rate-limits/rate-limits.ts'
import { echoableState } from './check-authorization-request.ts'
import { refuseAtApp, takesForms } from './destination.ts'
import { endUnanswered } from './request.store.ts'
import { returnToApp } from './return-to-app.ts'

type Returning = WithSql & WithConfig & WithLimiters & WithPages & WithClients

/** Without a session: the user may not be signed in. */
function asWayBack(app: Api, dependencies: WithLimiters & WithPages): void {
  asOAuthEndpoint(app, { send: dependencies.pages.showRefusal })
  limitRequests(app, 'delivery', dependencies)
}

const answers = (redirect: string) => ({
  302: Type.Null({ description: redirect }),
})

/** GET /oauth/return: the way back to the app from an ended request. */
export function mountReturn(app: Api, dependencies: Returning): void {
  asWayBack(app, dependencies)
  const schema = {
    operationId: 'returnToApp',
    summary: 'Return to the app',
    description:
      'The app of an expired request is told request_expired, that of a denied one access_denied. A request that is open leads to the consent page.',
    tags: ['oauth'],
    querystring: AuthorizationRequestParams,
    response: answers('Back to the app.'),
  }
  app.get('/oauth/return', { exposeHeadRoute: false, schema }, async (request, reply) => {
    const destination = await returnToApp(dependencies, request.query.auth_request_id)
    return sendDestination(reply, destination, { ...dependencies, request, status: 302 })
  })
}

const REASONS = {
  login_required:
    'The user is not signed in on this device, or not recently enough, or is not the one that the app asks for.',
  consent_required: 'This person has not approved the app, or no longer does.',
  interaction_required: 'The request could not be answered without the person.',
  access_denied: 'The person could not sign in.',
  unmet_authentication_requirements: 'The person has no passkey.',
} as const

/**
 * GET /oauth/authorize/unanswered: ends a `prompt=none` request that the page cannot answer, or, before anyone has opened it,
 * one of a person who may not sign in (`access_denied`) or lacks the passkey that it asks for.
 */
export function mountUnanswered(app: Api, dependencies: Returning): void {
  asWayBack(app, dependencies)
  const schema = {
    operationId: 'endUnanswered',
    summary: 'End an unanswered request (OpenID Connect Core §3.1.2.6)',
    description:
      'A request with prompt=none that needs a person; one that no one has opened, of a person whose account is suspended (access_denied), or who has no passkey for an app that asks for one (unmet_authentication_requirements).',
    tags: ['oauth'],
    querystring: UnansweredParameters,
    response: answers('Back to the app with the error.'),
  }
  app.get('/oauth/authorize/unanswered', { exposeHeadRoute: false, schema }, async (request, reply) => {
    const { auth_request_id, error } = request.query
    const ended = await endUnanswered(dependencies.sql, auth_request_id, error)
    const client = ended && (await dependencies.clients.find(ended.clientId))
    if (!ended || !client) {
      throw new OAuthError('invalid_request', 'There is no request that this could end.')
    }
    logRefused(request, 'authorization_request_refused', { code: error, clientId: client.clientId })
    const refusal = new OAuthError(error, REASONS[error])
    const destination = refuseAtApp(refusal, { ...ended, client, config: dependencies.config })
    return sendDestination(reply, destination, { ...dependencies, request, status: 302 })
  })
}

/**
 * GET /oauth/form-post: the consent page's policy forbids forms. Any page could post the answer, so it is not looked
 * up; the target must be the client's.
 */
export function mountFormPost(app: Api, dependencies: WithConfig & WithLimiters & WithPages & WithClients): void {
  asWayBack(app, dependencies)
  const schema = {
    operationId: 'postAnswer',
    summary: 'Post an answer to its app',
    tags: ['oauth'],
    querystring: FormPostParameters,
    response: { 200: Type.String({ description: 'A page that posts itself.' }) },
  }
  app.get('/oauth/form-post', { ...documentedOnly, schema, exposeHeadRoute: false }, async (request, reply) => {
    const parameters = parseQuery(request)
    const client = await readClient(dependencies, parameters.values['client_id'])
    const redirectUri = readRedirectUri(client, parameters.values['redirect_uri'])
    const answer = readAnswer(parameters, dependencies.config)
    const fields = { ...answer, state: echoableState(parameters), iss: dependencies.config.issuer }
    if (!takesForms(redirectUri)) throw new OAuthError('invalid_request', 'This redirect_uri takes no forms.')
    const how = { request, submitsItself: client.isVouchedFor }
    return dependencies.pages.postAnswer(reply, { redirectUri, fields }, how)
  })
}

function readAnswer(parameters: Parameters, config: WithConfig['config']): Readonly<Record<string, string>> {
  const { code, error, error_description = '' } = readOnce(parameters)
  if (code !== undefined && error === undefined && findKeyOfSecret('cs_ac_', code) !== undefined) return { code }
  if (code === undefined && error !== undefined && Object.hasOwn(OAUTH_ERROR_STATUS, error))
    return { error, error_description, error_uri: errorUriOf(config, error) ?? '' }
  throw new OAuthError('invalid_request', 'Send a code, or an error of OAuth.')
}
