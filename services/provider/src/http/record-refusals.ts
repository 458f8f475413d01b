import { ServiceError } from '@countersign/service'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type EventSource, logDecisionRefused } from '../events.ts'
import { onBehalf } from './on-behalf.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const USER_ID = /^[!-~]{1,64}$/

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

/** Notes one, by what was asked. */
export function noteRefusal(source: EventSource, { code }: ServiceError, asked: unknown): void {
  const authRequestId = textOf(asked, 'auth_request_id', UUID)
  logDecisionRefused(source, { code, authRequestId, userId: textOf(asked, 'user_id', USER_ID) })
}

function textOf(asked: unknown, name: string, form: RegExp): string | undefined {
  if (typeof asked !== 'object' || asked === null) return undefined
  const value: unknown = Object.getOwnPropertyDescriptor(asked, name)?.value
  return typeof value === 'string' && form.test(value) ? value : undefined
}
