import type { IncomingMessage, ServerResponse } from 'node:http'
import { ServiceErrorBody } from '@countersign/contracts'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify'
import { nameComponent } from '../telemetry/metrics/requests.ts'
import { allowOrigin } from './cors.ts'
import { type ApiDescription, describeApi, documentRefusals } from './openapi.ts'
import { noteMethods } from './other-methods.ts'

/** A Fastify scope whose handlers are typed by the schemas of their routes. */
export type Api = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

type Mount<Needs> = (app: Api, needs: Needs) => void

const ANY_OBJECT = { description: 'An OpenAPI 3.1 document.', type: 'object', additionalProperties: true }
const PUBLIC_FOR_FIVE_MINUTES = 'public, max-age=300'

/** Mounts routes in a scope of their own, with their OpenAPI document and 405 for other methods. */
export async function mountApi(
  app: FastifyInstance,
  { name, ...info }: ApiDescription & { readonly name: string },
  mountRoutes: (api: Api) => Promise<void>,
): Promise<void> {
  await app.register(async (api: Api) => {
    nameComponent(api, name)
    const refuseOtherMethods = noteMethods(api)
    await describeApi(api, info)
    documentRefusals(api, ServiceErrorBody)
    await mountEach(api, { name, document: () => api.swagger() }, [mountDocument])
    await api.register(async (routes: Api) => mountRoutes(routes))
    refuseOtherMethods()
  })
}

/** Mounts each in a scope of its own: hooks, parsers and error formats do not leak. */
export async function mountEach<Needs>(app: Api, needs: Needs, mounts: readonly Mount<Needs>[]): Promise<void> {
  for (const mount of mounts) await app.register(async (scope: Api) => mount(scope, needs))
}

/** For answers that concern one user, or hold a token. */
export function forbidCaching(app: Api): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store')
    done()
  })
}

function mountDocument(app: Api, { name, document }: { readonly name: string; readonly document: () => object }): void {
  allowOrigin(app, { origin: '*', requestHeaders: 'authorization, *', exposedHeaders: '' })
  const schema = {
    operationId: `describe_${name}`,
    summary: 'Get this OpenAPI document',
    tags: ['metadata'],
    response: { 200: ANY_OBJECT },
  }
  app.get(`/openapi/${name}.json`, { schema }, async (_request, reply) =>
    reply.header('cache-control', PUBLIC_FOR_FIVE_MINUTES).send(document()),
  )
}
