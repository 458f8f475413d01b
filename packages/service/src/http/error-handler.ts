import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  DatabaseUnavailable,
  MethodNotAllowed,
  OAuthError,
  Overloaded,
  SecretUnavailable,
  ServiceError,
} from '../errors.ts'
import { countRefusal, routeLabelsOf } from '../telemetry/metrics/requests.ts'
import { namesOfRequest } from '../telemetry/request-context.ts'

const RETRY_AFTER_SECONDS = '5'
const JSON_TYPE = 'application/json'

/** Answers every error of this route scope as `{ error, code }`: internal endpoints and the core service. */
export function answerServiceErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | Error, request, reply) => {
    const refusal = toServiceError(error, request)
    countRefusal(routeLabelsOf(request), refusal.code)
    logUnexpected(request, error, refusal.status)
    return reply
      .code(refusal.status)
      .headers(refusal.headers)
      .header('cache-control', 'no-store')
      .send(refusal.toBody())
  })
}

export type OAuthRefusals = {
  readonly read?: (error: FastifyError | Error, request: FastifyRequest) => OAuthError
  /** For the decision log; not called when load is shed. */
  readonly onRefusal?: (request: FastifyRequest, refusal: OAuthError, error: Error) => void
  readonly send?: (reply: FastifyReply, refusal: OAuthError, request: FastifyRequest) => FastifyReply
}

/** Answers every error of this route scope as `{ error, error_description }` (RFC 6749 §5.2), and logs each bug whole. */
export function answerOAuthErrors(
  app: FastifyInstance,
  { read = toOAuthError, onRefusal, send = sendOAuthError }: OAuthRefusals = {},
): void {
  app.setErrorHandler((error: FastifyError | Error, request, reply) => {
    const refusal = read(error, request)
    countRefusal(routeLabelsOf(request), refusal.code)
    logUnexpected(request, error, refusal.status)
    if (!(error instanceof Overloaded)) onRefusal?.(request, refusal, error)
    return send(reply, refusal, request)
  })
}

/** Sends a refusal of an OAuth endpoint; never cached (RFC 6749 §5.1). */
export function sendOAuthError(reply: FastifyReply, refusal: OAuthError): FastifyReply {
  return reply
    .code(refusal.status)
    .headers(refusal.headers)
    .header('cache-control', 'no-store')
    .header('pragma', 'no-cache')
    .type('application/json; charset=utf-8')
    .send(refusal.toBody())
}

/** Any error as an OAuth refusal; a bug becomes `server_error`. `request` names the body types that its route accepts. */
export function toOAuthError(error: FastifyError | Error, request?: FastifyRequest): OAuthError {
  if (error instanceof OAuthError) return error
  if (isTemporary(error)) {
    return new OAuthError('temporarily_unavailable', 'The service is temporarily unavailable. Try again shortly.', {
      headers: { 'retry-after': RETRY_AFTER_SECONDS },
    })
  }
  if (error instanceof MethodNotAllowed) {
    return new OAuthError('invalid_request', error.message, { status: 405, headers: { allow: error.allow } })
  }
  const status = clientErrorStatus(error)
  if (status) return new OAuthError('invalid_request', describeRequestError({ error, status, request }), { status })
  return new OAuthError('server_error', 'Something went wrong on our side.')
}

function toServiceError(error: FastifyError | Error, request: FastifyRequest): ServiceError {
  if (error instanceof ServiceError) return error
  if (isTemporary(error)) {
    return new ServiceError('service_unavailable', 'The service is temporarily unavailable. Try again shortly.', {
      headers: { 'retry-after': RETRY_AFTER_SECONDS },
    })
  }
  if (error instanceof MethodNotAllowed) {
    return new ServiceError('method_not_allowed', error.message, { headers: { allow: error.allow } })
  }
  const status = clientErrorStatus(error)
  if (status) return new ServiceError(codeOf(status), describeRequestError({ error, status, request }), { status })
  return new ServiceError(
    'server_error',
    'Something went wrong on our side. Try again; if it stays, tell the operator.',
  )
}

function codeOf(status: number) {
  if (status === 413) return 'payload_too_large'
  return status === 415 ? 'unsupported_media_type' : 'invalid_request'
}

function isTemporary(error: Error): boolean {
  return [DatabaseUnavailable, Overloaded, SecretUnavailable].some((temporary) => error instanceof temporary)
}

/** The status of a malformed, too large, unsupported or aborted request; undefined for a bug. */
function clientErrorStatus(error: FastifyError | Error): number | undefined {
  if (isBrokenOff(error)) return 400
  if (!('code' in error) || typeof error.code !== 'string' || !error.code.startsWith('FST_')) {
    return 'validation' in error ? 400 : undefined
  }
  const status = error.statusCode ?? 500
  return status < 500 ? status : undefined
}

/** The client disconnected while sending its body: not a server error, and no one reads the answer. */
function isBrokenOff(error: FastifyError | Error): boolean {
  return 'code' in error && error.code === 'ECONNRESET' && 'statusCode' in error && error.statusCode === 400
}

type RequestFailure = {
  readonly error: FastifyError | Error
  readonly status: number
  readonly request: FastifyRequest | undefined
}

/** Names the invalid field and the rule, never its value. */
function describeRequestError({ error, status, request }: RequestFailure): string {
  if (status === 413) return 'The request body is too large.'
  if (status === 415) return `This content type is not understood.${describeTypes(request)}`
  const first = 'validation' in error ? error.validation?.[0] : undefined
  if (!first) return 'The request body is not valid JSON.'
  const where = first.instancePath.slice(1).replaceAll('/', '.')
  const field = where || ('validationContext' in error ? error.validationContext : undefined) || 'request'
  return `${field} ${first.message ?? 'is not valid'}.`
}

function describeTypes(request: FastifyRequest | undefined): string {
  const { body, consumes = body ? [JSON_TYPE] : [] } = request?.routeOptions.schema ?? {}
  return consumes.length > 0 ? ` Send ${consumes.join(' or ')}.` : ''
}

/** Refusals are not logged here: any caller can cause them, and their thrower logs. */
function logUnexpected(request: FastifyRequest, error: Error, status: number): void {
  if (status >= 500 && !(error instanceof OAuthError) && !(error instanceof Overloaded))
    request.log.error({ event: 'error', ...namesOfRequest(request), err: error }, 'request failed')
}
