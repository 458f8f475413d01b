import { ADMINISTRATION, type AdministrationDescription, type AdministrationOperation } from '@countersign/contracts'
import type { FastifyRequest, FastifySchema, RouteShorthandOptions } from 'fastify'
import { oneOf } from '../settings/setting-kinds.ts'
import { SettingRefused } from '../settings/settings.ts'
import type { Api } from './api.ts'
import { describeRefusals } from './openapi.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Read by core, which asks for their gesture, and by the provider, which executes. */
export const ADMINISTRATION_SETTINGS = {
  ADMINISTRATORS: {
    parse: parseUserIds,
    unset: 'nobody',
    meaning:
      'the user ids of the people who administer in the console at `/console/`, separated by commas; the console tells people theirs. They need a passkey and may have no password. The same for core and provider',
  },
  DEVELOPER_REGISTRATION: {
    parse: oneOf('off', 'people'),
    default: 'off',
    meaning:
      '`people`: everybody with an account may register apps of their own in the console, at most 20. The same for core and provider',
  },
} as const

export type AdministrationRole = 'administrator' | 'developer' | 'none'

type RoleSettings = {
  readonly administrators: readonly string[]
  readonly developerRegistration: 'off' | 'people'
}

export function roleOf({ administrators, developerRegistration }: RoleSettings, userId: string): AdministrationRole {
  if (administrators.includes(userId)) return 'administrator'
  return developerRegistration === 'people' ? 'developer' : 'none'
}

export function isAdministeredByPeople({ administrators, developerRegistration }: RoleSettings): boolean {
  return administrators.length > 0 || developerRegistration === 'people'
}

function parseUserIds(text: string): readonly string[] {
  const ids = text.split(',').map((id) => id.trim().toLowerCase())
  if (ids.every((id) => UUID.test(id))) return ids
  throw new SettingRefused('must hold user ids, separated by commas.')
}

const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp']
const MAXIMUM_PICTURE_BYTES = 131_072

// `Object.keys` loses the key type.
const OPERATIONS = Object.keys(ADMINISTRATION) as readonly AdministrationOperation[]

export type AdministrationRoutes = {
  readonly base: '/api/admin/' | '/api/console/'
  /** Schema fields that every route shares. */
  readonly described: FastifySchema
  /** Statuses that every route may refuse with, besides its own. */
  readonly refusals?: readonly number[]
  readonly hooks?: (operation: AdministrationOperation) => Pick<RouteShorthandOptions, 'onRequest' | 'preHandler'>
  /** `input` merges `params`, `query` and `body`. */
  readonly answer: (request: FastifyRequest, operation: AdministrationOperation, input: object) => Promise<unknown>
}

/** Mounts every administration operation except picture uploads. */
export function mountAdministration(app: Api, routes: AdministrationRoutes): void {
  // A body may be missing if each of its fields has a default.
  app.addHook('preValidation', async (request) => {
    if (request.method === 'POST') request.body ??= {}
  })
  for (const operation of OPERATIONS) if (operation !== 'setClientLogo') mountOperation(app, operation, routes)
}

export function mountPictures(app: Api, routes: AdministrationRoutes): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(PICTURE_TYPES, { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) =>
    body.toString('base64'),
  )
  mountOperation(app, 'setClientLogo', routes, { consumes: PICTURE_TYPES })
}

function mountOperation(
  app: Api,
  operation: AdministrationOperation,
  { base, described, refusals = [], hooks, answer }: AdministrationRoutes,
  more: FastifySchema = {},
): void {
  const description: AdministrationDescription = ADMINISTRATION[operation]
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
