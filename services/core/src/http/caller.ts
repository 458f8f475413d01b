import { findCredentials } from '@countersign/service'
import type { FastifyRequest } from 'fastify'
import { describeOrigin, type Origin } from './origin.ts'

/** Who sends a request, as far as the request itself tells. */
export type Caller = {
  /** Undefined where there is no Authorization header; empty where there is one that holds no bearer token. */
  readonly token: string | undefined
  readonly origin: Origin
}

export function callerOf(request: FastifyRequest): Caller {
  const { authorization, 'user-agent': userAgent } = request.headers
  return {
    token: authorization === undefined ? undefined : (findCredentials(authorization, 'bearer') ?? ''),
    origin: describeOrigin(userAgent, request.ip),
  }
}
