import type { FastifyInstance } from 'fastify'
import { MethodNotAllowed } from '../errors.ts'
import { BEGINS } from '../limits/shed-load.ts'
import { ANSWERS_PREFLIGHT } from './cors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Mounted methods, on the route that answers all the others. */
    readonly methods?: string
  }
}

type Address = { readonly scope: FastifyInstance; readonly url: string; readonly methods: Set<string> }

/**
 * Records routes mounted in a scope from now on. The returned function mounts 405 with `Allow` (RFC 9110 §15.5.6) or the CORS
 * preflight for their other methods, under the scope's hooks and error format.
 */
export function noteMethods(app: FastifyInstance): () => void {
  const addresses = new Map<string, Address>()
  app.addHook('onRoute', function note({ url, method }) {
    const address = addresses.get(url) ?? { scope: this, url, methods: new Set() }
    for (const each of [method].flat()) address.methods.add(each)
    addresses.set(url, address)
  })
  return () => {
    for (const address of addresses.values()) mountOthers(address)
  }
}

function mountOthers({ scope, url, methods: mounted }: Address): void {
  const isPreflightAnswered = scope.hasDecorator(ANSWERS_PREFLIGHT)
  const methods = [...mounted].join(', ')
  const allow = isPreflightAnswered ? `${methods}, OPTIONS` : methods
  const route = { url, schema: { hide: true }, config: { methods, ...BEGINS.config } }
  if (isPreflightAnswered) scope.options(url, route, async (_, reply) => reply.code(204).header('allow', allow).send())
  const answered = isPreflightAnswered ? new Set(mounted).add('OPTIONS') : mounted
  scope.route({
    ...route,
    method: scope.supportedMethods.filter((method) => !answered.has(method)),
    onRequest: async () => {
      throw new MethodNotAllowed(allow)
    },
    handler: async () => undefined,
  })
}
