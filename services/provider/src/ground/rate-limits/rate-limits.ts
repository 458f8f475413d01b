import { OAuthError } from '@countersign/service/errors'
import { toOAuthError } from '@countersign/service/http'
import { type NetworkLimiter } from '@countersign/service/limits'
import { sha256 } from '@countersign/service/secrets'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Client } from '../../clients/client.ts'
import { DocumentUnavailable } from '../../clients/document-unavailable.ts'
import { knownClientOf, presentedClientOf } from '../../clients/presented-client.ts'
import type { ProviderDependencies } from '../../surface/dependencies.ts'
import { logRateLimited } from '../events.ts'
import type { Limiters } from './limiters.ts'

type RequestLimit = 'authorize' | 'delivery' | 'push' | 'registration'

/**
 * Lets a network ask a route scope so many times, whatever comes of it. Who has none left is refused before anything is
 * parsed. What the route's schema refuses is not counted.
 */
export function limitRequests(
  app: FastifyInstance,
  endpoint: Exclude<RequestLimit, 'push'>,
  { limiters }: Pick<ProviderDependencies, 'limiters'>,
): void {
  app.addHook('onRequest', async (request) => {
    if (request.method !== 'OPTIONS') refuseWhenFull(request, limiters, { endpoint })
  })
  app.addHook('preHandler', async (request) => {
    if (request.method !== 'OPTIONS') countRequest(request, limiters, { endpoint })
  })
}

type Limited = { readonly endpoint: RequestLimit; readonly clientId?: string }

/** Counts a request of a network, or throws `slow_down` if it has none left: many may have been under way at once. */
export function countRequest(request: FastifyRequest, limiters: Limiters, limited: Limited): void {
  refuseWhenFull(request, limiters, limited)
  limiters[limited.endpoint].count(request.ip)
}

function refuseWhenFull(request: FastifyRequest, limiters: Limiters, { endpoint, clientId }: Limited): void {
  refuse(request, limiters, { limiter: limiters[endpoint], of: '', endpoint, clientId: () => clientId })
}

const excused = new WeakSet<FastifyRequest>()

/**
 * A client that has proved itself guesses nothing: what fails then is a code that a stranger brought to its callback, and
 * twenty of those must not shut out everybody behind the app's one address. Whoever proves nothing goes on being counted.
 */
export function excuseFailures(request: FastifyRequest, { authenticationMethod }: Client): void {
  if (authenticationMethod !== 'none') excused.add(request)
}

/**
 * Counts the failures of a route scope, never its successes: an app's server is one address for all of its users. Failures
 * count for the client at its network, so that a stranger's cannot shut out an app, and for the network alone. A network
 * with too many is refused before anything is parsed; who the client is, only the body tells.
 */
export function limitFailures(
  app: FastifyInstance,
  endpoint: string,
  { limiters, clients }: ProviderDependencies,
): void {
  const { addressFailures, clientFailures } = limiters
  const clientId = (request: FastifyRequest) => () => knownClientOf(request, clients)
  // Hashed, because a stranger may send a name of any length.
  const hashedClient = (request: FastifyRequest): string => sha256(presentedClientOf(request)).toString('base64url')

  app.addHook('onRequest', async (request) => {
    refuse(request, limiters, { limiter: addressFailures, of: '', endpoint, clientId: clientId(request) })
  })
  app.addHook('preHandler', async (request) => {
    const of = hashedClient(request)
    refuse(request, limiters, { limiter: clientFailures, of, endpoint, clientId: clientId(request) })
  })
  app.addHook('onError', async (request, _reply, error) => {
    if (excused.has(request) || !isFailure(error)) return
    addressFailures.count(request.ip)
    clientFailures.count(request.ip, hashedClient(request))
  })
}

/** Being told the server's nonce is a step of DPoP (RFC 9449 §8), and being told to wait one of a device: no failures. */
const NO_FAILURES: readonly string[] = ['use_dpop_nonce', 'authorization_pending']

/** A poll that came too soon is one (RFC 8628 §3.5), and so is a document that we were sent to fetch in vain; our limits are none. */
function isFailure(error: Error): boolean {
  const { code, status } = toOAuthError(error)
  if (error instanceof DocumentUnavailable) return true
  return status < 500 && status !== 429 && !NO_FAILURES.includes(code)
}

type Refusal = {
  readonly limiter: NetworkLimiter
  readonly of: string
  readonly endpoint: string
  readonly clientId: () => string | undefined
}

function refuse(request: FastifyRequest, { events }: Limiters, { limiter, of, endpoint, clientId }: Refusal): void {
  const full = limiter.findFull(request.ip, of)
  if (!full) return
  // Of the network that is full: whoever has a /48 has 65,536 of the networks in it.
  const { network, seconds } = full
  const flood = `${endpoint} ${network} ${of}`
  if (events.secondsToWait(flood) === undefined) {
    events.count(flood)
    logRateLimited({ log: request.log, server: request.server, network }, { endpoint, clientId: clientId() })
  }
  throw tooMany(limiter, seconds)
}

/** RFC 6585 §4, and the RateLimit fields of the IETF draft. */
function tooMany({ rule }: NetworkLimiter, seconds: number): OAuthError {
  return new OAuthError('slow_down', `Too many requests from this address. Try again in ${seconds} seconds.`, {
    headers: {
      'retry-after': String(seconds),
      'ratelimit-policy': `"default";q=${rule.limit};w=${rule.windowSeconds}`,
      ratelimit: `"default";r=0;t=${seconds}`,
    },
  })
}
