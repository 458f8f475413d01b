import { Socket } from 'node:net'
import { ServiceError } from '@countersign/service'
import type { FastifyRequest } from 'fastify'

/**
 * Hides a route from the network: only the process itself reaches it, by `inject`, whose requests came over no socket. Nothing
 * that is sent can make one look like that.
 */
export async function requireInProcess(request: FastifyRequest): Promise<void> {
  if (request.raw.socket instanceof Socket) throw new ServiceError('not_found', 'There is nothing at this address.')
}
