import { ClientError, type Failure, type FailureCode, toFailure } from '../failure.ts'
import { fieldsOf, type Reader, readText, readWords, texts } from '../read.ts'
import type { SessionProofs } from './session-proof.ts'

export const TIMEOUT_MS = 10_000

export type CoreCall = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  /** JSON, unless it is a file. */
  readonly body?: unknown
  readonly sessionToken?: string
  /** Begins a session, bound to this device's key if there is one. */
  readonly beginsSession?: boolean
  readonly ifMatch?: string
  readonly ifNoneMatch?: string
  /** Overrides the default, for large bodies and answers. */
  readonly timeoutMs?: number
  /** Passes on core's description of a refusal: a code alone does not name the wrong field. */
  readonly isExplained?: boolean
}

export type Ask = <Value>(call: CoreCall, read: Reader<Value>) => Promise<Value>

export type CoreLine = { readonly coreUrl: string; readonly fetch: Fetch; readonly proofs: SessionProofs }

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

const NOT_MODIFIED = 304

/** For answers without a code, such as a proxy's. */
const CODE_OF_STATUS: Readonly<Record<number, FailureCode>> = {
  // Only core can end a session: the device then forgets it for good.
  401: 'unexpected_answer',
  404: 'not_found',
  429: 'too_many_requests',
  502: 'service_unavailable',
  503: 'service_unavailable',
  504: 'service_unavailable',
}

/** Undefined for "not modified", and for an unreadable answer to a successful write. @throws ClientError */
export async function callCore(line: CoreLine, call: CoreCall): Promise<unknown> {
  const response = await sendProven(line, call)
  if (response.status === NOT_MODIFIED && call.ifNoneMatch !== undefined) return undefined
  if (call.method === 'GET' && response.ok) return readContent(response)
  const body = await readContent(response).catch(orUnreadable)
  if (!response.ok) throw toError(response, body, call)
  return body
}

/** Retries once if core refused the proof because the device's clock is wrong; a refused call has no effect. */
async function sendProven({ coreUrl, fetch, proofs }: CoreLine, call: CoreCall): Promise<Response> {
  const url = `${coreUrl}${call.path}`
  const isProven = call.sessionToken !== undefined || call.beginsSession === true
  const sendOnce = async () => {
    const proof = isProven ? await proofs.prove({ method: call.method, url, token: call.sessionToken }) : undefined
    const response = await send(fetch, url, toRequest(call, proof))
    const wasOff = proofs.learnTime(response.headers.get('date'))
    return { response, isWorthAnotherTry: response.status === 401 && proof !== undefined && wasOff }
  }
  const { response, isWorthAnotherTry } = await sendOnce()
  return isWorthAnotherTry ? (await sendOnce()).response : response
}

function toRequest(
  { method, body, sessionToken, timeoutMs = TIMEOUT_MS, ...conditions }: CoreCall,
  proof: string | undefined,
): RequestInit {
  const { ifMatch, ifNoneMatch } = conditions
  const headers = new Headers({ accept: 'application/json' })
  if (body !== undefined) headers.set('content-type', body instanceof Blob ? body.type : 'application/json')
  if (sessionToken !== undefined) headers.set('authorization', `Bearer ${sessionToken}`)
  if (proof !== undefined) headers.set('dpop', proof)
  if (ifMatch !== undefined) headers.set('if-match', ifMatch)
  if (ifNoneMatch !== undefined) headers.set('if-none-match', ifNoneMatch)
  return {
    method,
    headers,
    body: body === undefined || body instanceof Blob ? (body ?? null) : JSON.stringify(body),
    cache: 'no-store',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(timeoutMs),
  }
}

/** @throws ClientError `timeout`, `offline` */
export async function send(fetch: Fetch, url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    throw new ClientError({ code: isTimeout(error) ? 'timeout' : 'offline' })
  }
}

/** @throws ClientError `timeout`, `offline` where it broke off, `unexpected_answer` */
async function readContent(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch (error) {
    if (isTimeout(error)) throw new ClientError({ code: 'timeout' })
    throw new ClientError({ code: error instanceof SyntaxError ? 'unexpected_answer' : 'offline' })
  }
}

function orUnreadable(error: unknown): undefined {
  if (toFailure(error).code === 'timeout') throw error
}

function toError(response: Response, body: unknown, { isExplained }: CoreCall): ClientError {
  const named = textIn(body, 'code') as FailureCode | undefined
  const code = named ?? CODE_OF_STATUS[response.status] ?? 'server_error'
  const claims = namedClaims(body)
  const suspension = code === 'account_suspended' ? readSuspension(body) : undefined
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  const retryAfterSeconds = Number.isFinite(seconds) ? seconds : undefined
  const sentence = isExplained === true ? textIn(body, 'error') : undefined
  return new ClientError({ code, retryAfterSeconds, claims, suspension, sentence })
}

const ADDRESS = /^https?:\/\//

const suspensionFields = fieldsOf({ ...texts('user_id', 'suspended_at'), reason: readWords }, { support_url: readText })

/** Without a support address of another scheme than the web's. */
function readSuspension(body: unknown): Failure['suspension'] {
  const { support_url, ...told } = suspensionFields(Object(body).suspension)
  return support_url !== undefined && ADDRESS.test(support_url) ? { ...told, support_url } : told
}

function textIn(body: unknown, member: string): string | undefined {
  const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, member) : undefined
  return typeof value === 'string' ? value : undefined
}

function namedClaims(body: unknown): readonly string[] | undefined {
  if (typeof body !== 'object' || body === null || !('claims' in body) || !Array.isArray(body.claims)) return undefined
  return body.claims.filter((each) => typeof each === 'string')
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError'
}
