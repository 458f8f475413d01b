import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createCounter, createHistogram } from './series.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    component?: string
  }
}

type RouteLabels = { readonly component: string; readonly route: string }

const labelsOf = new WeakMap<object, RouteLabels>()

/** Labels all routes mounted in this scope from now on. */
export function nameComponent(app: FastifyInstance, component: string): void {
  app.addHook('onRoute', (route) => {
    route.config = { component, ...route.config }
  })
}

/** The pattern contains no identifiers. */
export function routeLabelsOf({ routeOptions }: Pick<FastifyRequest, 'routeOptions'>): RouteLabels {
  const { config, url = 'none' } = routeOptions
  const known = labelsOf.get(config)
  if (known) return known
  const { component = 'none' } = config
  // Each file is a route, renamed by each build.
  const labels = { component, route: url.replace(/\/assets\/.*/, '/assets/*') }
  labelsOf.set(config, labels)
  return labels
}

/** Most answers take milliseconds; passwords and lost databases far more. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

const observeDuration = createHistogram({
  name: 'countersign_http_request_duration_seconds',
  help: 'How long requests took, until their answer was sent.',
  labelNames: ['component', 'route', 'method', 'status'],
  buckets: BUCKETS,
})

export type AnsweredRequest = Pick<FastifyRequest, 'method' | 'routeOptions'> &
  Pick<FastifyReply, 'statusCode' | 'elapsedTime'>

export function measureRequest({ statusCode, elapsedTime, ...request }: AnsweredRequest): void {
  const { component, route } = routeLabelsOf(request)
  const method = isOurs(request) ? request.method : 'other'
  observeDuration(elapsedTime / 1000, component, route, method, `${Math.floor(statusCode / 100)}xx`)
}

/** Callers choose the method: one without a route counts as `other`. */
function isOurs({ method, routeOptions: { url, config } }: Pick<FastifyRequest, 'method' | 'routeOptions'>): boolean {
  return url !== undefined && (config.methods === undefined || method === 'OPTIONS')
}

const addEvent = createCounter({
  name: 'countersign_events_total',
  help: 'Events, by their names in the log.',
  labelNames: ['event', 'outcome'],
})

const addRefusal = createCounter({
  name: 'countersign_refusals_total',
  help: 'Refusals, by the code that the caller got.',
  labelNames: ['component', 'route', 'code'],
})

/** Counts an event. Both words come from a small vocabulary, never identifiers: each pair is a time series. */
export function countEvent(event: string, outcome = ''): void {
  addEvent(event, outcome)
}

export function countRefusal({ component, route }: { component: string; route: string }, code: string): void {
  addRefusal(component, route, code)
}
