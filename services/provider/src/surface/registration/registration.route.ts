import { ClientInformation, ClientMetadata, ClientParams } from '@countersign/contracts'
import { OAuthError } from '@countersign/service/errors'
import { type Api, toOAuthError } from '@countersign/service/http'
import { BEGINS } from '@countersign/service/limits'
import type { FastifyError, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { ClientRegistrationError } from '../../clients/client-errors.ts'
import { limitFailures } from '../../clients/http/client-endpoint.ts'
import { withoutNulls } from '../../clients/registration-notices.ts'
import { logChanged, logRefused } from '../../ground/events.ts'
import { allowAnyOrigin, asOAuthEndpoint } from '../../ground/http/oauth-endpoint.ts'
import { countRequest, limitRequests } from '../../ground/rate-limits/rate-limits.ts'
import type { ProviderDependencies } from '../dependencies.ts'
import {
  authenticateRegistration,
  readRegistration,
  registerDynamically,
  removeRegistration,
  replaceRegistration,
} from './own-registration.ts'

const COLLECTION = '/oauth/register'
const ITEM = '/oauth/register/:client_id'
const by = 'dynamic_registration'

const documented = { tags: ['registration'], security: [{ registrationToken: [] }] }

/** POST /oauth/register: an app registers itself (RFC 7591). */
export function mountRegistration(app: Api, dependencies: ProviderDependencies): void {
  asRegistrationEndpoint(app)
  limitRequests(app, 'registration', dependencies)
  const schema = {
    ...documented,
    operationId: 'registerClient',
    summary: 'Register an app; its secret is in this answer and never again (RFC 7591)',
    body: ClientMetadata,
    response: { 201: ClientInformation },
  }
  app.post(COLLECTION, { ...BEGINS, schema }, async (request, reply) => {
    const information = await registerDynamically(dependencies, request.body, request.headers.authorization)
    logChanged(request, { clientId: information.client_id, event: 'client_registered', by })
    return reply.code(201).send(information)
  })
}

/** /oauth/register/{client_id}: an app manages its registration (RFC 7592). */
export function mountRegistrationManagement(app: Api, dependencies: ProviderDependencies): void {
  asRegistrationEndpoint(app)
  limitFailures(app, 'registration', dependencies)
  const common = { ...documented, params: ClientParams }
  const information = { response: { 200: ClientInformation } }

  const readSchema = {
    ...common,
    ...information,
    operationId: 'readRegistration',
    summary: 'Get a registration (RFC 7592 §2.1)',
  }
  app.get(ITEM, { schema: readSchema }, async (request) => readRegistration(dependencies, identify(request)))
  const replaceSchema = {
    ...common,
    ...information,
    operationId: 'replaceRegistration',
    summary: 'Replace a registration (RFC 7592 §2.2)',
    body: ClientMetadata,
  }
  app.put(ITEM, { schema: replaceSchema }, async (request) => {
    const own = await authenticateRegistration(dependencies, identify(request))
    // An update costs as many fetches and writes as a registration. Requests without a token are not counted.
    countRequest(request, dependencies.limiters, { limit: 'registration' })
    const replaced = await replaceRegistration(dependencies, own, request.body)
    logChanged(request, { clientId: replaced.client_id, event: 'client_updated', by })
    return replaced
  })
  const removeSchema = {
    ...common,
    operationId: 'removeRegistration',
    summary: 'Delete a registration (RFC 7592 §2.3)',
    response: { 204: Type.Null() },
  }
  app.delete(ITEM, { schema: removeSchema }, async (request, reply) => {
    await removeRegistration(dependencies, identify(request), () =>
      logChanged(request, { clientId: request.params.client_id, event: 'client_removed', by }),
    )
    return reply.code(204).send(null)
  })
}

type Identified = {
  readonly params: { readonly client_id: string }
  readonly headers: { readonly authorization?: string | undefined }
}

function identify({ params, headers }: Identified) {
  return { clientId: params.client_id, authorization: headers.authorization }
}

function asRegistrationEndpoint(app: Api): void {
  allowAnyOrigin(app)
  app.addHook('preValidation', async (request) => {
    request.body = withoutNulls(request.body)
  })
  asOAuthEndpoint(app, {
    read: toRefusal,
    onRefusal: (request, { code }) => {
      if (code !== 'slow_down') logRefused(request, 'client_registration_refused', { code })
    },
  })
}

/** A value that breaks a rule is named by the RFC's own code, whether a schema or a rule noticed (RFC 7591 §3.2.2). */
function toRefusal(error: FastifyError | Error, request: FastifyRequest): OAuthError {
  if (error instanceof ClientRegistrationError) return new OAuthError(error.code, error.message)
  const refusal = toOAuthError(error, request)
  const problem = 'validation' in error ? error.validation?.[0] : undefined
  if (!problem) return refusal
  const isRedirectUri = problem.instancePath.startsWith('/redirect_uris')
  return new OAuthError(isRedirectUri ? 'invalid_redirect_uri' : 'invalid_client_metadata', refusal.message)
}
