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
import { type EventSource, logDecisionRefused, logRefused } from '../events.ts'

export const INTERNAL = { tags: ['internal'], security: [{ serviceToken: [] }] }

/** Opens a route scope to core alone (specification §5). */
export function asInternalEndpoint(
  app: FastifyInstance,
  { serviceTokens }: { readonly serviceTokens: readonly string[] },
): void {
  // Before validation: other callers must not learn the schema.
  app.addHook('onRequest', requireServiceToken(serviceTokens))
  app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))
  recordRefusals(app)
}

const shape = Compile(PersonNetwork)

/** Attributes a call to the network that core says the person has: the request's own address is core's. */
export function onBehalf({ log, server }: EventSource, network: unknown): EventSource {
  return { log, server, ...(shape.Check(network) && { network }) }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const USER_ID = /^[!-~]{1,64}$/
const OPERATION = /^[A-Za-z]{1,64}$/

const DESCRIPTIONS: readonly [string, AdministrationDescription][] = Object.entries(ADMINISTRATION)
const LOOKS = new Set(DESCRIPTIONS.flatMap(([name, { method }]) => (method === 'GET' ? [name] : [])))

/** Audits refusals of core's requests. Registered after the guards: a caller that they stop could name any network. */
export function recordRefusals(app: FastifyInstance): void {
  const fromCore = new WeakSet<FastifyRequest>()
  app.addHook('onRequest', async (request) => void fromCore.add(request))
  app.addHook('onError', async (request, _reply, error) => {
    if (!(error instanceof ServiceError && fromCore.has(request))) return
    noteRefusal(onBehalf(request, request.headers[PERSON_NETWORK_HEADER]), error, request.body)
  })
}

/** Audits one refusal; of the administration only changes, not reads. */
export function noteRefusal(source: EventSource, { code, cause }: ServiceError, asked: unknown): void {
  const userId = textOf(asked, 'user_id', USER_ID)
  const operation = textOf(asked, 'operation', OPERATION)
  if (operation === undefined) {
    const authRequestId = textOf(asked, 'auth_request_id', UUID)
    const reason = cause instanceof DataTokenError ? cause.code : undefined
    logDecisionRefused(source, { code, reason, authRequestId, userId })
  } else if (!LOOKS.has(operation)) {
    logRefused(source, 'administration_refused', { code, userId })
  }
}

function textOf(asked: unknown, name: string, form: RegExp): string | undefined {
  if (typeof asked !== 'object' || asked === null) return undefined
  const value: unknown = Object.getOwnPropertyDescriptor(asked, name)?.value
  return typeof value === 'string' && form.test(value) ? value : undefined
}
