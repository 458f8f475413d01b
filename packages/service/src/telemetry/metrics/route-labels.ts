import type { FastifyInstance, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The name of the route's component. */
    component?: string
  }
}

/** Metric labels of a request. */
export type RouteLabels = { readonly component: string; readonly route: string }

const labelsOf = new WeakMap<object, RouteLabels>()

/** Counts all routes mounted in this scope from now on under this component. */
export function nameComponent(app: FastifyInstance, component: string): void {
  app.addHook('onRoute', (route) => {
    route.config = { component, ...route.config }
  })
}

/** The route's pattern, which contains no identifiers, and its component. */
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
