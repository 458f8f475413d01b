import { describeRefusals } from '@countersign/service/http'
import type { FastifyReply } from 'fastify'
import { type TSchema, Type } from 'typebox'

/** In the OpenAPI document, for routes that share `tags` and `security`. */
export function describeRoutes<Shared extends object>(shared: Shared) {
  return <Own extends object>(operationId: string, summary: string, own: Own) => ({
    ...shared,
    operationId,
    summary,
    ...own,
  })
}

/** Answered with 200, or one of the route's own refusals. */
export function ok<Answer extends TSchema, Status extends number = never>(
  answer: Answer,
  ...refusals: readonly Status[]
) {
  return { response: { 200: answer, ...describeRefusals(...refusals) } }
}

export function created<Answer extends TSchema, Status extends number = never>(
  answer: Answer,
  ...refusals: readonly Status[]
) {
  return { response: { 201: answer, ...describeRefusals(...refusals) } }
}

export function noContent<Status extends number = never>(...refusals: readonly Status[]) {
  return { response: { 204: Type.Null(), ...describeRefusals(...refusals) } }
}

/** Sends JSON as the database wrote it: parsing and serialising thousands of records would block other requests. */
export function sendJson(reply: FastifyReply, text: string): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(text)
}
