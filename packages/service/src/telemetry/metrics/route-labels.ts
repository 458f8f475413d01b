import type { FastifyInstance, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the route belongs to: the name of a component. */
    component?: string
  }
}

/** What a request is counted under. */
export type RouteLabels = { readonly component: string; readonly route: string }

const labelsOf = new WeakMap<object, RouteLabels>()

/** Has all routes that are mounted in this scope from now on counted under this name. */
export function nameComponent(app: FastifyInstance, component: string): void {
  app.addHook('onRoute', (route) => {
    route.config = { component, ...route.config }
  })
}

/** The pattern of its route, which carries no identifier, and the component that it belongs to. */
export function routeLabelsOf(request: FastifyRequest): RouteLabels {
  const { config, url = 'none' } = request.routeOptions
  const known = labelsOf.get(config)
  if (known) return known
  const { component = 'none' } = config
  // One route a file, and other ones after each build.
  const labels = { component, route: url.startsWith('/assets/') ? '/assets/*' : url }
  labelsOf.set(config, labels)
  return labels
}
