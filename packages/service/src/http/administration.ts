import { ADMINISTRATION, type AdministrationDescription, type AdministrationOperation } from '@countersign/contracts'
import type { FastifyRequest, FastifySchema, RouteShorthandOptions } from 'fastify'
import type { Api } from './api.ts'
import { describeRefusals } from './openapi.ts'

const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp']
const MAXIMUM_PICTURE_BYTES = 131_072

// `Object.keys` loses the key type.
const OPERATIONS = Object.keys(ADMINISTRATION) as readonly AdministrationOperation[]

export type AdministrationRoutes = {
  readonly base: '/api/admin/' | '/api/console/'
  /** Schema fields that every route shares. */
  readonly described: FastifySchema
  /** Statuses that every route may refuse with, besides its own. */
  readonly refusals?: readonly number[]
  readonly hooks?: (operation: AdministrationOperation) => Pick<RouteShorthandOptions, 'onRequest' | 'preHandler'>
  /** `input` merges `params`, `query` and `body`. */
  readonly answer: (request: FastifyRequest, operation: AdministrationOperation, input: object) => Promise<unknown>
}

/** Mounts every administration operation except picture uploads. */
export function mountAdministration(app: Api, routes: AdministrationRoutes): void {
  // A body may be missing if each of its fields has a default.
  app.addHook('preValidation', async (request) => {
    if (request.method === 'POST') request.body ??= {}
  })
  for (const operation of OPERATIONS) if (operation !== 'setClientLogo') mountOperation(app, operation, routes)
}

export function mountPictures(app: Api, routes: AdministrationRoutes): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(PICTURE_TYPES, { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) =>
    body.toString('base64'),
  )
  mountOperation(app, 'setClientLogo', routes, { consumes: PICTURE_TYPES })
}

function mountOperation(
  app: Api,
  operation: AdministrationOperation,
  { base, described, refusals = [], hooks, answer }: AdministrationRoutes,
  more: FastifySchema = {},
): void {
  const description: AdministrationDescription = ADMINISTRATION[operation]
  const { method, path, summary, input, status } = description
  const { params, query: querystring, body } = input.properties
  const schema: FastifySchema = {
    ...described,
    ...more,
    operationId: operation,
    summary,
    ...(description.description !== undefined && { description: description.description }),
    ...(params && { params }),
    ...(querystring && { querystring }),
    ...(body && { body }),
    response: { [status]: description.answer, ...describeRefusals(...description.refusals, ...refusals) },
  }
  app.route({
    method,
    url: `${base}${path}`,
    schema,
    ...hooks?.(operation),
    ...(operation === 'setClientLogo' && { bodyLimit: MAXIMUM_PICTURE_BYTES }),
    handler: async (request, reply) => {
      const given = {
        ...(params && { params: request.params }),
        ...(querystring && { query: request.query }),
        ...(body && { body: request.body }),
      }
      const answered = await answer(request, operation, given)
      if (operation === 'createClient') reply.header('location', locationOf(`${base}${path}`, answered))
      return reply.code(status).send(answered)
    },
  })
}

function locationOf(collection: string, answered: unknown): string {
  const isClient = typeof answered === 'object' && answered !== null && 'client_id' in answered
  return isClient ? `${collection}${String(answered.client_id)}/` : collection
}
