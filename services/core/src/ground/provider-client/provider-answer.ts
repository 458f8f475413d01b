import {
  type InternalAnswer,
  SERVICE_ERROR_STATUS,
  ServiceErrorBody,
  type ServiceErrorCode,
} from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'
import { Compile } from 'typebox/compile'
import { type EventLog, logProviderUnavailable, logServiceTokenRefused } from '../events.ts'

export type Shape<Value> = { Check(value: unknown): value is Value }

const RETRY_AFTER_SECONDS = '5'

/** Refusals of core's call itself. All others concern the user's request. */
const CALLER_ERRORS: ReadonlySet<number> = new Set([401, 405, 415, 429])

/** Returns the body of a successful answer, passes on the provider's refusals, and throws 503 for anything else. */
export function readAnswer<Value>({ status, body }: InternalAnswer, shape: Shape<Value>, log: EventLog): Value {
  if (status === 200 && shape.Check(body)) return body
  if (isRefusal(body) && isPassedOn(body.code, status)) throw new ServiceError(body.code, body.error)
  if (status === 401) logServiceTokenRefused(log, {})
  else logProviderUnavailable(log, { reason: `status ${status}` })
  throw providerUnavailable()
}

/** Only an agreed refusal reaches the user: a known code with its own status. */
function isPassedOn(code: ServiceErrorCode, status: number): boolean {
  return SERVICE_ERROR_STATUS[code] === status && status < 500 && !CALLER_ERRORS.has(status)
}

export function providerUnavailable(cause?: unknown): ServiceError {
  return new ServiceError('service_unavailable', 'The service is temporarily unavailable. Try again shortly.', {
    headers: { 'retry-after': RETRY_AFTER_SECONDS },
    cause,
  })
}

const refusalShape = Compile(ServiceErrorBody)

type Refusal = ServiceErrorBody & { readonly code: ServiceErrorCode }

function isRefusal(body: unknown): body is Refusal {
  return refusalShape.Check(body) && Object.hasOwn(SERVICE_ERROR_STATUS, body.code)
}
