import { ServiceError } from '@countersign/service'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { logDecisionRefused } from '../events.ts'
import { onBehalf } from './on-behalf.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const USER_ID = /^[!-~]{1,64}$/

/** Notes every decision that core asked for and was refused. A wrong service token is not core, and so not a decision. */
export function recordRefusals(app: FastifyInstance): void {
  app.addHook('onError', async (request, _reply, error) => {
    if (!(error instanceof ServiceError) || error.code === 'invalid_service_token') return
    const authRequestId = textOf(request, 'auth_request_id', UUID)
    const userId = textOf(request, 'user_id', USER_ID)
    logDecisionRefused(onBehalf(request), { code: error.code, authRequestId, userId })
  })
}

function textOf({ body }: FastifyRequest, name: string, form: RegExp): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const value: unknown = Object.getOwnPropertyDescriptor(body, name)?.value
  return typeof value === 'string' && form.test(value) ? value : undefined
}
