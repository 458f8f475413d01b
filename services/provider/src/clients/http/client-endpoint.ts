import { toOAuthError } from '@countersign/service/http'
import type { NetworkLimiter } from '@countersign/service/limits'
import { sha256 } from '@countersign/service/secrets'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WithScopes } from '../../catalogue/scopes/scope-registry.ts'
import { logRefused } from '../../ground/events.ts'
import { asOAuthEndpoint } from '../../ground/http/oauth-endpoint.ts'
import { type Posted, readOnce } from '../../ground/http/parameters.ts'
import type { WithDpopNonces, WithKeys, WithLimiters } from '../../ground/parts.ts'
import { countRequest, refuseWhenLimited } from '../../ground/rate-limits/rate-limits.ts'
import { authenticateClient, decodeBasic, type WithClientAuthentication } from '../authenticate-client.ts'
import { type Client, requireEnabled } from '../client.ts'
import { subjectOfAssertion } from '../client-assertion.ts'
import { GrantError, outcomeOf } from '../client-errors.ts'
import { type ClientRegistry, DocumentUnavailable, type WithClients } from '../client-registry.ts'

export type WithClientEndpoint = WithClientAuthentication & WithKeys & WithLimiters & WithDpopNonces & WithScopes

type ClientEndpoint = {
  readonly endpoint: string
  readonly event: Parameters<typeof logRefused>[1]
  readonly onRefusal?: (request: FastifyRequest, error: Error) => void
}

/** Failures are limited; log and audit trail get the reason that the wire lacks, and the client, if known. */
export function asClientEndpoint(
  app: FastifyInstance,
  dependencies: WithLimiters & WithClients,
  { endpoint, event, onRefusal }: ClientEndpoint,
): void {
  limitFailures(app, endpoint, dependencies)
  asOAuthEndpoint(app, {
    onRefusal: (request, refusal, error) => {
      onRefusal?.(request, error)
      const clientId = knownClientOf(request, dependencies.clients)
      const grantId = error instanceof GrantError ? error.grantId : undefined
      logRefused(request, event, { code: outcomeOf(refusal), clientId, grantId })
    },
  })
}

const uncounted = new WeakSet<FastifyRequest>()

/**
 * A client that has proved itself has no failures counted: bad codes that others bring to its callback must not lock
 * out all users behind the app's one address.
 * @throws OAuthError
 */
export async function authenticateEnabled(dependencies: WithClientAuthentication, request: FastifyRequest<Posted>) {
  const client = await authenticateClient(dependencies, readOnce(request.body), request)
  if (client.authenticationMethod !== 'none') uncounted.add(request)
  return requireEnabled(client)
}

type Unproven = { readonly client: Client; readonly endpoint: 'push' | 'device_authorization' }

/** Limits requests that are stored for a client that anyone can register, or name without a proof. */
export function countUnproven(
  request: FastifyRequest,
  { client, endpoint }: Unproven,
  { limiters }: WithLimiters,
): void {
  if (client.authenticationMethod !== 'none' && client.isVouchedFor) return
  countRequest(request, limiters, { limit: 'push', endpoint, clientId: client.clientId })
}

/**
 * Counts failures only: an app's server is one address for all its users. Per client and network, so that a stranger
 * cannot lock out an app; and per network, before the body is parsed.
 */
export function limitFailures(
  app: FastifyInstance,
  endpoint: string,
  { limiters, clients }: WithLimiters & WithClients,
): void {
  const { addressFailures, clientFailures } = limiters
  // Hashed, because a stranger may send a name of any length.
  const hashedClient = (request: FastifyRequest): string => sha256(presentedClientOf(request)).toString('base64url')

  function refuseWhenFull(request: FastifyRequest, limiter: NetworkLimiter, of: string): void {
    const clientId = () => knownClientOf(request, clients)
    refuseWhenLimited(request, limiters, { limiter, of, endpoint, clientId })
  }

  app.addHook('onRequest', (request, _reply, done) => {
    refuseWhenFull(request, addressFailures, '')
    done()
  })
  app.addHook('preHandler', (request, _reply, done) => {
    refuseWhenFull(request, clientFailures, hashedClient(request))
    done()
  })
  app.addHook('onError', async (request, _reply, error) => {
    if (uncounted.has(request) || !isFailure(error)) return
    addressFailures.count(request.ip)
    clientFailures.count(request.ip, hashedClient(request))
  })
}

/** Steps of DPoP (RFC 9449 §8) and of the device grant (RFC 8628 §3.5), not failures. */
const NOT_FAILURES: readonly string[] = ['use_dpop_nonce', 'authorization_pending']

/** A poll that came too soon counts, and so does a document fetched in vain; refusals by our own limits do not. */
function isFailure(error: Error): boolean {
  const { code, status } = toOAuthError(error)
  if (error instanceof DocumentUnavailable) return true
  return status < 500 && status !== 429 && !NOT_FAILURES.includes(code)
}

/** A GET is of the authorization endpoint alone. */
function presentedClientOf({ method, query, body, headers }: FastifyRequest): string {
  if (method === 'GET') return clientIdIn(query) ?? ''
  return fromBody(body) ?? decodeBasic(headers.authorization)?.clientId ?? ''
}

/** Undefined for an unknown client: the name is the caller's text, and must not reach logs. */
export function knownClientOf(request: FastifyRequest, clients: ClientRegistry): string | undefined {
  const presented = presentedClientOf(request)
  return clients.isKept(presented) ? presented : undefined
}

/** Route scopes that take forms read them into `{ values }`. An assertion needs no `client_id` beside it (RFC 7521 §4.2). */
function fromBody(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('values' in body)) return undefined
  const { values } = body
  const clientId = clientIdIn(values)
  if (typeof values !== 'object' || values === null || clientId !== undefined) return clientId
  const assertion = 'client_assertion' in values ? values.client_assertion : undefined
  return typeof assertion === 'string' ? subjectOfAssertion(assertion) : undefined
}

function clientIdIn(values: unknown): string | undefined {
  if (typeof values !== 'object' || values === null || !('client_id' in values)) return undefined
  return typeof values.client_id === 'string' ? values.client_id : undefined
}
