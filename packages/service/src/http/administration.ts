import { ADMINISTRATION, type AdministrationDescription } from '@countersign/contracts'
import type { FastifyRequest, FastifySchema, RouteShorthandOptions } from 'fastify'
import type { Api } from './api.ts'
import { describeRefusals } from './openapi.ts'

const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp']
const MAXIMUM_PICTURE_BYTES = 131_072

/** By name. A picture's upload is mounted by `mountPictures`. */
type Operations<Operation extends string> = Readonly<Record<Operation, AdministrationDescription>>

export type AdministrationRoutes<Operation extends string> = {
  readonly base: '/api/admin/' | '/api/console/' | '/api/core/admin/'
  /** Schema fields that every route shares. */
  readonly described: FastifySchema
  /** Statuses that every route may refuse with, besides its own. */
  readonly refusals?: readonly number[]
  readonly hooks?: (operation: Operation) => Pick<RouteShorthandOptions, 'onRequest' | 'preHandler'>
  /** `input` merges `params`, `query` and `body`. */
  readonly answer: (request: FastifyRequest, operation: Operation, input: object) => Promise<unknown>
}

/** Mounts these administration operations except picture uploads. */
export function mountAdministration<Operation extends string>(
  app: Api,
  operations: Operations<Operation>,
  routes: AdministrationRoutes<Operation>,
): void {
  // A body may be missing if each of its fields has a default.
  app.addHook('preValidation', async (request) => {
    if (request.method === 'POST') request.body ??= {}
  })
  // `Object.keys` loses the key type.
  for (const operation of Object.keys(operations) as Operation[]) {
    if (operation !== 'setClientLogo') mountOperation(app, { operation, ...operations[operation] }, routes)
  }
}

export function mountPictures(app: Api, routes: AdministrationRoutes<'setClientLogo'>): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(PICTURE_TYPES, { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) =>
    body.toString('base64'),
  )
  const picture: Described<'setClientLogo'> = { operation: 'setClientLogo', ...ADMINISTRATION.setClientLogo }
  mountOperation(app, picture, routes, { consumes: PICTURE_TYPES })
}

type Described<Operation extends string> = AdministrationDescription & { readonly operation: Operation }

function mountOperation<Operation extends string>(
  app: Api,
  { operation, ...description }: Described<Operation>,
  { base, described, refusals = [], hooks, answer }: AdministrationRoutes<Operation>,
  more: FastifySchema = {},
): void {
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
