import { ADMINISTRATION, type AdministrationDescription } from '@countersign/contracts'
import { DataTokenError } from '@countersign/data-token'
import { ServiceError } from '@countersign/service/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type EventSource, logAdministrationRefused, logDecisionRefused } from '../events.ts'
import { onBehalf } from './on-behalf.ts'

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
