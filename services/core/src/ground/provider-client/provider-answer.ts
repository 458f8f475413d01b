import {
  type InternalAnswer,
  SERVICE_ERROR_STATUS,
  type ServiceErrorBody,
  type ServiceErrorCode,
} from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'
import { type EventLog, logProviderUnavailable, logServiceTokenRefused } from '../events.ts'

/** A compiled schema. */
export type Shape<Value> = { Check(value: unknown): value is Value }

const RETRY_AFTER_SECONDS = '5'

/** About how core calls, or about the provider itself. Every other refusal is about what the person asked for. */
const NOT_THE_PERSONS: ReadonlySet<number> = new Set([401, 405, 415, 429])

/** Returns what a successful answer holds, passes the provider's refusals on, and throws 503 for anything else. */
export function readAnswer<Value>({ status, body }: InternalAnswer, shape: Shape<Value>, log: EventLog): Value {
  if (status === 200 && shape.Check(body)) return body
  if (isRefusal(body) && isPassedOn(body.code, status)) throw new ServiceError(body.code, body.error)
  if (status === 401) logServiceTokenRefused(log)
  else logProviderUnavailable(log, { reason: `status ${status}` })
  throw providerUnavailable()
}

/** A refusal goes on to the person as it is, if it is one that was agreed: the code, with its own status. */
function isPassedOn(code: ServiceErrorCode, status: number): boolean {
  return SERVICE_ERROR_STATUS[code] === status && status < 500 && !NOT_THE_PERSONS.has(status)
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
