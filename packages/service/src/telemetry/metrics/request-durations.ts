import type { FastifyReply, FastifyRequest } from 'fastify'
import { Histogram } from 'prom-client'
import { registry } from './registry.ts'
import { routeLabelsOf } from './route-labels.ts'

/** Most answers take some milliseconds; a password, and a database that is away, far more. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

const durations = new Histogram({
  name: 'countersign_http_request_duration_seconds',
  help: 'How long requests took, until their answer was sent.',
  labelNames: ['component', 'route', 'method', 'status'],
  buckets: BUCKETS,
  registers: [registry],
})

/** Counts a request that was answered, and how long it took. */
export function measureRequest(request: FastifyRequest, reply: FastifyReply): void {
  const { component, route } = routeLabelsOf(request)
  const method = isOurs(request) ? request.method : 'other'
  const status = `${Math.floor(reply.statusCode / 100)}xx`
  durations.observe({ component, route, method, status }, reply.elapsedTime / 1000)
}

/** Whether something is mounted there for its method: any other one is a stranger's word, and there are many. */
function isOurs({ method, routeOptions: { url, config } }: FastifyRequest): boolean {
  return url !== undefined && (config.methods === undefined || method === 'OPTIONS')
}
