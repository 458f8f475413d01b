import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import {
  type AnswerCore,
  INTERNAL_ENDPOINTS,
  type InternalAnswer,
  type InternalCall,
  PERSON_NETWORK_HEADER,
} from '@countersign/contracts'
import { requestIdHeaders } from '@countersign/service/http'

export type ProviderCall = {
  readonly method: 'GET' | 'POST'
  /** With its query, from the root of the provider. */
  readonly path: string
  readonly body?: object
  /** The user's network, for the provider's audit trail. */
  readonly network?: string | undefined
  /** Whether the answer may be a long list. */
  readonly isList?: boolean
}

/** The JSON answer. @throws TransportFailure */
export type Transport = (call: ProviderCall) => Promise<InternalAnswer>

/** The provider was not reached, did not answer in time, or answered with something other than JSON. */
export class TransportFailure extends Error {
  override readonly name = 'TransportFailure'
  readonly reason: 'unreachable' | 'timeout' | 'malformed'

  constructor(reason: TransportFailure['reason'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

const JSON_TYPE = /^application\/json\s*(;|$)/i

export function parseJsonAnswer(contentType: string | undefined, text: string): unknown {
  if (!JSON_TYPE.test(contentType ?? '')) throw new TransportFailure('malformed', 'The answer is not JSON.')
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new TransportFailure('malformed', 'The answer is not valid JSON.', { cause: error })
  }
}

type HttpSettings = {
  readonly baseUrl: string
  readonly serviceToken: string
  readonly timeoutSeconds: number
  /** Ends calls under way. */
  readonly closing?: AbortSignal
}

/** Sooner than any proxy closes an idle connection: a decision that meets its end is not sent again. */
const IDLE_MS = 4_000
/** Far above any real answer: bounds the memory that a broken peer can use up. */
const MAX_ANSWER_BYTES = 262_144
/** A page of a hundred apps, each up to the 64 KiB of a request. */
const MAX_LIST_BYTES = 8_388_608

/** Calls a provider at another address, over kept-alive connections. The timeout covers the body too. Follows no redirect. */
export function httpTransport({ baseUrl, serviceToken, timeoutSeconds, closing }: HttpSettings): Transport {
  const { request, Agent } = baseUrl.startsWith('https:') ? https : http
  const agent = new Agent({ keepAlive: true, timeout: IDLE_MS })
  return ({ method, path, body, network, isList = false }) => {
    const payload = body && JSON.stringify(body)
    const headers = {
      accept: 'application/json',
      'x-service-token': serviceToken,
      ...requestIdHeaders(),
      ...(network && { [PERSON_NETWORK_HEADER]: network }),
      ...(payload !== undefined && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(payload),
      }),
    }
    return new Promise((resolve, reject) => {
      const call = request(`${baseUrl}${path}`, { agent, method, headers, ...(closing && { signal: closing }) })
      const fail = (error: Error): void => {
        reject(asFailure(error))
        call.destroy()
      }
      const late = (): void => fail(new TransportFailure('timeout', 'The provider did not answer in time.'))
      const timer = setTimeout(late, timeoutSeconds * 1000)
      call.on('response', (response) => void readJsonBody(response, isList).then(resolve, fail))
      call.on('error', fail)
      call.on('close', () => clearTimeout(timer))
      call.end(payload)
    })
  }
}

/** @throws TransportFailure, and Error where the connection ends too soon */
async function readJsonBody(response: IncomingMessage, isList: boolean): Promise<InternalAnswer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > (isList ? MAX_LIST_BYTES : MAX_ANSWER_BYTES)) {
      throw new TransportFailure('malformed', 'The answer is too large.')
    }
    chunks.push(bytes)
  }
  const text = Buffer.concat(chunks).toString('utf8')
  return { status: response.statusCode ?? 0, body: parseJsonAnswer(response.headers['content-type'], text) }
}

function asFailure(error: Error): TransportFailure {
  if (error instanceof TransportFailure) return error
  return new TransportFailure('unreachable', 'The provider could not be reached.', { cause: error })
}

/** The answer is unchecked. @throws TransportFailure */
export type AskProvider = (call: InternalCall) => Promise<InternalAnswer>

/** Calls a provider that is mounted in the same process. */
export function askInProcess(answer: AnswerCore, { timeoutSeconds }: { readonly timeoutSeconds: number }): AskProvider {
  return async (call) => {
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(
      () => late.reject(new TransportFailure('timeout', 'No answer in time.')),
      timeoutSeconds * 1000,
    )
    try {
      return await Promise.race([answer(call), late.promise])
    } finally {
      clearTimeout(timer)
    }
  }
}

/**
 * Calls a provider elsewhere. A kept-alive connection may close just as it is used, so a GET is retried once; completing a
 * request twice would do harm.
 */
export function askOver(transport: Transport): AskProvider {
  return async (call) => {
    const providerCall = toProviderCall(call)
    try {
      return await transport(providerCall)
    } catch (error) {
      const isWorthAnotherTry = error instanceof TransportFailure && error.reason === 'unreachable'
      if (providerCall.method !== 'GET' || !isWorthAnotherTry) throw error
      return transport(providerCall)
    }
  }
}

export function toProviderCall({ operation, input, network }: InternalCall): ProviderCall {
  const { method, path } = INTERNAL_ENDPOINTS[operation]
  if (method === 'POST') return { method, path, body: input, network, isList: operation === 'administer' }
  return { method, path: `${path}?${new URLSearchParams(Object.entries(input)).toString()}` }
}
