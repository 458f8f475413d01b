import { SERVICE_ERROR_STATUS, type ServiceErrorBody, type ServiceErrorCode } from '@countersign/contracts'
import { ServiceError } from '@countersign/service'
import { type EventLog, logProviderUnavailable, logServiceTokenRefused } from '../events.ts'
import type { ProviderAnswer } from './transport.ts'

/** A compiled schema. */
export type Shape<Value> = { Check(value: unknown): value is Value }

const RETRY_AFTER_SECONDS = '5'

/** Refusals that are about the person's request and not about us: they go on to the person as they are. */
const PASSED_ON: ReadonlySet<number> = new Set([400, 404, 409, 410])

/** Returns what a successful answer holds, passes the provider's refusals on, and throws 503 for anything else. */
export function readAnswer<Value>({ status, body }: ProviderAnswer, shape: Shape<Value>, log: EventLog): Value {
  if (status === 200 && shape.Check(body)) return body
  if (PASSED_ON.has(status) && isRefusal(body)) throw new ServiceError(body.code, body.error, { status })
  if (status === 401) logServiceTokenRefused(log)
  else logProviderUnavailable(log, `status ${status}`)
  throw providerUnavailable()
}

export function providerUnavailable(cause?: unknown): ServiceError {
  return new ServiceError('service_unavailable', 'The service is temporarily unavailable. Try again shortly.', {
    headers: { 'retry-after': RETRY_AFTER_SECONDS },
    cause,
  })
}

type Refusal = ServiceErrorBody & { readonly code: ServiceErrorCode }

function isRefusal(body: unknown): body is Refusal {
  return (
    typeof body === 'object' &&
    body !== null &&
    'error' in body &&
    typeof body.error === 'string' &&
    'code' in body &&
    typeof body.code === 'string' &&
    Object.hasOwn(SERVICE_ERROR_STATUS, body.code)
  )
}
