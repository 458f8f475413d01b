import { OAuthError } from '@countersign/service/errors'
import { findCredentials } from '@countersign/service/http'
import type { FastifyRequest } from 'fastify'
import { type Parameters, parseQuery } from './parameters.ts'

/** The scheme `DPoP` claims a bound token (RFC 9449 §7.1). */
export type PresentedToken = { readonly scheme: 'Bearer' | 'DPoP'; readonly token: string }

const REALM = 'Bearer realm="countersign"'
const TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/
const FORM = 'application/x-www-form-urlencoded'

/** Without a token the header has no error code (RFC 6750 §3.1). */
export function missingToken(): OAuthError {
  return new OAuthError('invalid_token', 'An access token is missing.', {
    status: 401,
    headers: { 'www-authenticate': REALM },
  })
}

const STATUS = { invalid_request: 400, invalid_token: 401, insufficient_scope: 403 } as const

/** Refuses an access token, in the header too (RFC 6750 §3). */
export function bearerError(code: keyof typeof STATUS, description: string, scope?: string): OAuthError {
  const attributes = [REALM, `error="${code}"`, `error_description="${description}"`]
  if (scope !== undefined) attributes.push(`scope="${scope}"`)
  return new OAuthError(code, description, {
    status: STATUS[code],
    headers: { 'www-authenticate': attributes.join(', ') },
  })
}

/**
 * From the header or the form, never from the query, which ends up in logs (RFC 9700 §4.3.2).
 * @throws `invalid_request` for two at once
 */
export function readAccessToken(request: FastifyRequest<{ Body: Parameters | undefined }>): PresentedToken | undefined {
  const query = parseQuery(request)
  if ('access_token' in query.values || query.repeated.includes('access_token')) {
    throw bearerError('invalid_request', 'An access token must not be sent in the query.')
  }
  const inHeader = readHeader(request.headers.authorization)
  const inForm = readFormToken(request)
  if (inHeader && inForm) throw bearerError('invalid_request', 'Send the access token once: in the header or the form.')
  return inHeader ?? inForm
}

function readHeader(header: string | undefined): PresentedToken | undefined {
  const dpop = findCredentials(header, 'dpop')
  const token = dpop ?? findCredentials(header, 'bearer')
  if (token === undefined) return undefined
  if (!TOKEN.test(token)) throw bearerError('invalid_request', 'The Authorization header is malformed.')
  return { scheme: dpop === undefined ? 'Bearer' : 'DPoP', token }
}

/** Only in a form, not in JSON (RFC 6750 §2.2). */
function readFormToken({ method, headers, body }: FastifyRequest<{ Body: Parameters | undefined }>) {
  if (method !== 'POST' || !headers['content-type']?.toLowerCase().startsWith(FORM) || !body) return undefined
  if (body.repeated.includes('access_token')) {
    throw bearerError('invalid_request', 'access_token was sent more than once.')
  }
  const token = body.values['access_token']
  return token === undefined ? undefined : ({ scheme: 'Bearer', token } as const)
}
