import { ServiceErrorBody } from '@countersign/contracts'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { allowOrigin } from './cors.ts'
import { documentRefusals } from './document-refusals.ts'
import { type ApiDescription, describeApi } from './openapi.ts'
import { noteMethods } from './other-methods.ts'

type Api = ApiDescription & { readonly name: string }

const ANY_OBJECT = { description: 'An OpenAPI 3.1 document.', type: 'object', additionalProperties: true }
const PUBLIC_FOR_FIVE_MINUTES = 'public, max-age=300'

/**
 * Mounts the routes of a component in a scope of their own, with what every one of them owes: an OpenAPI document at
 * `/openapi/{name}.json`, and an answer to the methods that an address does not have.
 */
export async function mountApi(app: FastifyInstance, { name, ...info }: Api, routes: FastifyPluginAsync) {
  await app.register(async (api) => {
    const refuseOtherMethods = noteMethods(api)
    await describeApi(api, info)
    documentRefusals(api, ServiceErrorBody)
    await api.register(async (open) => documentRoute(open, api, name))
    await api.register(routes)
    refuseOtherMethods()
  })
}

/** What anybody may know: which routes there are, here and now. */
function documentRoute(app: FastifyInstance, api: FastifyInstance, name: string): void {
  allowOrigin(app, { origin: '*', requestHeaders: 'authorization, *', exposedHeaders: '' })
  const schema = {
    operationId: `describe_${name}`,
    summary: 'This document',
    tags: ['metadata'],
    response: { 200: ANY_OBJECT },
  }
  app.get(`/openapi/${name}.json`, { schema }, async (_request, reply) =>
    reply.header('cache-control', PUBLIC_FOR_FIVE_MINUTES).send(api.swagger()),
  )
}
