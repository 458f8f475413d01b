import { ClientError, type FailureCode } from '@countersign/device'
import type { Component, ConsoleCall, Send } from './console-api.ts'

const TIMEOUT_MS = 15_000

const CODE_OF_STATUS: Readonly<Record<number, FailureCode>> = {
  404: 'not_found',
  429: 'too_many_requests',
  502: 'service_unavailable',
  503: 'service_unavailable',
  504: 'service_unavailable',
}

export type Addresses = {
  readonly issuer: string
  /** Empty: the page's own address. */
  readonly coreUrl: string
}

/** Calls the administration API of the provider or of core. Reads the token for each call and never stores it. */
export function sendByToken({ issuer, coreUrl }: Addresses, readToken: () => string): Send {
  const bases: Readonly<Record<Component, string>> = {
    provider: `${issuer.replace(/\/$/, '')}/api/admin/`,
    core: `${coreUrl}/api/core/admin/`,
  }
  return async (call, component) => {
    const token = readToken()
    // No header can carry such a token.
    if (!/^[\x21-\x7e]+$/.test(token)) throw new ClientError({ code: 'invalid_admin_token' })
    const response = await send(`${bases[component]}${call.path}`, call, token)
    const body = response.status === 204 ? undefined : await response.json().catch(() => undefined)
    if (!response.ok) throw toError(response, body)
    return body
  }
}

async function send(url: string, { method, body }: ConsoleCall, token: string): Promise<Response> {
  const type = body instanceof Blob ? body.type : 'application/json'
  try {
    return await fetch(url, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': type }) },
      body: body === undefined || body instanceof Blob ? (body ?? null) : JSON.stringify(body),
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
  } catch (error) {
    const isTimeout = error instanceof DOMException && error.name === 'TimeoutError'
    throw new ClientError({ code: isTimeout ? 'timeout' : 'offline' })
  }
}

function toError({ status, headers }: Response, body: unknown): ClientError {
  const { code, error }: { code?: unknown; error?: unknown } = typeof body === 'object' && body ? body : {}
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return new ClientError({
    code: typeof code === 'string' ? (code as FailureCode) : (CODE_OF_STATUS[status] ?? 'server_error'),
    retryAfterSeconds: Number.isFinite(seconds) ? seconds : undefined,
    sentence: typeof error === 'string' ? error : undefined,
  })
}
