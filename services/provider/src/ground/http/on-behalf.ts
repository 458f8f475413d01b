import { PERSON_NETWORK_HEADER, PersonNetwork } from '@countersign/contracts'
import type { FastifyRequest } from 'fastify'
import { Compile } from 'typebox/compile'
import type { EventSource } from '../events.ts'

const shape = Compile(PersonNetwork)

/**
 * An internal request as the trail is to tell it: from the network of the person whom core calls for. The address is core's,
 * which says nothing; and only core, by its service token, may say another. A decision that nobody asked for has none.
 */
export function onBehalf({ log, server, headers }: FastifyRequest): EventSource {
  const network = headers[PERSON_NETWORK_HEADER]
  return { log, server, ...(shape.Check(network) && { network }) }
}
