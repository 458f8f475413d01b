import type { FastifyReply } from 'fastify'

/**
 * Answers with JSON that the database wrote: records that only their owner's devices read, and of which there may be
 * thousands. To parse them and to write them anew would keep everybody else waiting.
 */
export function sendJson(reply: FastifyReply, text: string): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(text)
}
