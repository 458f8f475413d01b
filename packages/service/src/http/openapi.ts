import { STATUS_CODES } from 'node:http'
import { ServiceErrorBody } from '@countersign/contracts'
import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifySchema } from 'fastify'

export type ApiDescription = { readonly title: string; readonly description: string; readonly version: string }

const NAME = 'x-schema-name'
const UNDESCRIBED = 'Default Response'
const REFUSAL_STATUS = /^[45]\d\d$/
const ERROR_FORM = /"#\/components\/schemas\/(\w+Error)"/

const SECURITY_SCHEMES = {
  session: { type: 'http', scheme: 'bearer', description: 'A session token of the core service.' },
  accessToken: { type: 'http', scheme: 'bearer', description: 'An access token of an app.' },
  client: { type: 'http', scheme: 'basic', description: 'client_id and client_secret of an app; or in the body.' },
  adminToken: { type: 'http', scheme: 'bearer', description: "The operator's ADMIN_TOKEN." },
  registrationToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'An initial access token to register, a registration access token to manage.',
  },
  serviceToken: { type: 'apiKey', in: 'header', name: 'X-Service-Token' },
} as const

/** Collects the OpenAPI document of routes mounted in this scope from now on: `app.swagger()`. */
export async function describeApi(app: FastifyInstance, info: ApiDescription): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info,
      // Relative, so true at every address (OpenAPI 3.1 §4.8.5).
      servers: [{ url: '/' }],
      components: { securitySchemes: SECURITY_SCHEMES },
    },
    // The generator would rename an `$id` to `def-0`, so the name travels in a field that it ignores.
    transform: ({ schema, url }) => ({ schema: rewrite(schema, carryName), url }),
    transformObject: (document) => ('openapiObject' in document ? nameComponents(document.openapiObject) : {}),
  })
}

function carryName(_key: string, value: unknown): unknown {
  if (!isRecord(value) || !('$id' in value)) return value
  const { $id, ...rest } = value
  return { ...rest, [NAME]: $id }
}

/** Turns named schemas, and refusals by form and status, into components, and refers to them. */
function nameComponents<Document extends { components?: object }>(document: Document): Document {
  const schemas: Record<string, unknown> = {}
  const responses: Record<string, unknown> = {}
  const named = rewrite(document, (key, value) => {
    if (!isRecord(value)) return value
    const form = REFUSAL_STATUS.test(key) && ERROR_FORM.exec(JSON.stringify(value))?.[1]
    if (form) {
      responses[`${form}${key}`] = { ...value, description: STATUS_CODES[key] }
      return { $ref: `#/components/responses/${form}${key}` }
    }
    if (value['description'] === UNDESCRIBED) return { ...value, description: STATUS_CODES[key] ?? key }
    const { [NAME]: name, ...schema } = value
    if (typeof name !== 'string') return value
    schemas[name] = schema
    return { $ref: `#/components/schemas/${name}` }
  })
  return { ...named, components: { ...named.components, schemas, responses } }
}

function rewrite<Value>(value: Value, change: (key: string, value: unknown) => unknown): Value {
  return JSON.parse(JSON.stringify(value), change)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Documents refusals that every route of a scope shares, in its error format. */
export function documentRefusals(app: FastifyInstance, body: object, ...alsoEverywhere: readonly number[]): void {
  app.addHook('onRoute', (route) => {
    const { schema, method } = route
    if (!schema || schema.hide) return
    const statuses = [...refusalsOf(schema, method !== 'GET' && method !== 'HEAD'), ...alsoEverywhere]
    const refusals = Object.fromEntries(statuses.map((status) => [status, body]))
    route.schema = { ...schema, response: { ...(isRecord(schema.response) && schema.response), ...refusals } }
  })
}

/** A route's own refusals: `{ 200: Session, ...describeRefusals(403, 404) }`. */
export function describeRefusals<Status extends number>(
  ...statuses: readonly Status[]
): Readonly<Record<Status, typeof ServiceErrorBody>>
export function describeRefusals(...statuses: readonly number[]) {
  return Object.fromEntries(statuses.map((status) => [status, ServiceErrorBody]))
}

function refusalsOf({ params, querystring, headers, security }: FastifySchema, hasBody: boolean): number[] {
  return [
    ...(hasBody || params || querystring || headers ? [400] : []),
    ...(security ? [401] : []),
    ...(hasBody ? [413, 415] : []),
    500,
    503,
  ]
}
