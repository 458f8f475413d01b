import { ServiceErrorBody } from '@countersign/contracts'
import type { FastifyInstance, FastifySchema } from 'fastify'

/** Documents the shared refusals of every route in a scope, in the scope's error format. A route lists only its own. */
export function documentRefusals(app: FastifyInstance, body: object, ...alsoEverywhere: readonly number[]): void {
  app.addHook('onRoute', (route) => {
    const { schema, method } = route
    if (!schema || schema.hide) return
    const statuses = [...refusalsOf(schema, method !== 'GET' && method !== 'HEAD'), ...alsoEverywhere]
    const refusals = Object.fromEntries(statuses.map((status) => [status, body]))
    route.schema = { ...schema, response: { ...(isObject(schema.response) && schema.response), ...refusals } }
  })
}

/** The refusals that a route has of its own, for its responses: `{ 200: Session, ...describeRefusals(403, 404) }`. */
export function describeRefusals<Status extends number>(
  ...statuses: readonly Status[]
): Readonly<Record<Status, typeof ServiceErrorBody>>
export function describeRefusals(...statuses: readonly number[]) {
  return Object.fromEntries(statuses.map((status) => [status, ServiceErrorBody]))
}

/** Input may be invalid, too large or of an unsupported type; any route may fail. */
function refusalsOf({ params, querystring, headers, security }: FastifySchema, hasBody: boolean): number[] {
  return [
    ...(hasBody || params || querystring || headers ? [400] : []),
    ...(security ? [401] : []),
    ...(hasBody ? [413, 415] : []),
    500,
    503,
  ]
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
