import type { FastifyReply } from 'fastify'

/** Sends JSON as the database wrote it: parsing and serialising thousands of records would block other requests. */
export function sendJson(reply: FastifyReply, text: string): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(text)
}
