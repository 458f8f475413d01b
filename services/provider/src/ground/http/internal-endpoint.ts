import {
  ADMINISTRATION,
  type AdministrationDescription,
  PERSON_NETWORK_HEADER,
  PersonNetwork,
} from '@countersign/contracts'
import { DataTokenError } from '@countersign/data-token'
import { ServiceError } from '@countersign/service/errors'
import { requireServiceToken } from '@countersign/service/http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Compile } from 'typebox/compile'
import { type EventSource, logAdministrationRefused, logDecisionRefused } from '../events.ts'

/** What every route for core says of itself. */
export const INTERNAL = { tags: ['internal'], security: [{ serviceToken: [] }] }

/** Makes a route scope one for the core service alone (specification §5). */
export function asInternalEndpoint(
  app: FastifyInstance,
  { serviceTokens }: { readonly serviceTokens: readonly string[] },
): void {
  // Before validation: a caller without the token learns nothing about what would be valid.
  app.addHook('onRequest', requireServiceToken(serviceTokens))
  app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))
  recordRefusals(app)
}

const shape = Compile(PersonNetwork)

/**
 * An internal request as the trail is to tell it: from the network of the person whom core calls for. The address is core's,
 * which says nothing; and only core, by its service token, may say another. A decision that nobody asked for has none.
 */
export function onBehalf({ log, server, headers }: FastifyRequest): EventSource {
  const network = headers[PERSON_NETWORK_HEADER]
  return { log, server, ...(shape.Check(network) && { network }) }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const USER_ID = /^[!-~]{1,64}$/
const OPERATION = /^[A-Za-z]{1,64}$/

const DESCRIPTIONS: readonly [string, AdministrationDescription][] = Object.entries(ADMINISTRATION)
const LOOKS = new Set(DESCRIPTIONS.flatMap(([name, { method }]) => (method === 'GET' ? [name] : [])))

/**
 * Notes every decision that core asked for and was refused. Set up after the guards of the scope: whom they stop is not core,
 * asked for no decision, and could have written any network into the trail.
 */
export function recordRefusals(app: FastifyInstance): void {
  const fromCore = new WeakSet<FastifyRequest>()
  app.addHook('onRequest', async (request) => void fromCore.add(request))
  app.addHook('onError', async (request, _reply, error) => {
    if (error instanceof ServiceError && fromCore.has(request)) noteRefusal(onBehalf(request), error, request.body)
  })
}

/** Notes one, by what was asked; of the administration a change, and not a look at something. */
export function noteRefusal(source: EventSource, { code, cause }: ServiceError, asked: unknown): void {
  const userId = textOf(asked, 'user_id', USER_ID)
  const operation = textOf(asked, 'operation', OPERATION)
  if (operation === undefined) {
    const authRequestId = textOf(asked, 'auth_request_id', UUID)
    const reason = cause instanceof DataTokenError ? cause.code : undefined
    logDecisionRefused(source, { code, reason, authRequestId, userId })
  } else if (!LOOKS.has(operation)) {
    logAdministrationRefused(source, { code, userId })
  }
}

function textOf(asked: unknown, name: string, form: RegExp): string | undefined {
  if (typeof asked !== 'object' || asked === null) return undefined
  const value: unknown = Object.getOwnPropertyDescriptor(asked, name)?.value
  return typeof value === 'string' && form.test(value) ? value : undefined
}
