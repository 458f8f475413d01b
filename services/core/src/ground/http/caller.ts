import { findCredentials } from '@countersign/service/http'
import type { FastifyRequest } from 'fastify'
import { describeOrigin, type Origin } from './origin.ts'

/** Who sends a request, as far as the request itself tells. */
export type Caller = {
  /** Undefined where there is no Authorization header; empty where there is one that holds no bearer token. */
  readonly token: string | undefined
  readonly origin: Origin
  /** Undefined where there is no DPoP header. */
  readonly proof: CallProof | undefined
}

/** A proof that claims to be made for this very call by the holder of a key (RFC 9449), unchecked. */
export type CallProof = {
  readonly proof: string | readonly string[]
  readonly method: string
  /** Without its query. */
  readonly path: string
}

export function callerOf(request: FastifyRequest): Caller {
  const { authorization, dpop: proof, 'user-agent': userAgent } = request.headers
  const [path = ''] = request.url.split('?')
  return {
    token: authorization === undefined ? undefined : (findCredentials(authorization, 'bearer') ?? ''),
    // Where it matters, which is not on the way of a flow: so many patterns are tried on it.
    get origin() {
      return describeOrigin(userAgent, request.ip)
    },
    proof: proof === undefined ? undefined : { proof, method: request.method, path },
  }
}
