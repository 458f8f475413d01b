import { PERSON_NETWORK_HEADER } from '@countersign/contracts'
import { requestIdHeaders } from '@countersign/service/http'

export type ProviderCall = {
  readonly method: 'GET' | 'POST'
  /** With its query, from the root of the provider. */
  readonly path: string
  readonly body?: object
  /** The network of the person whom the call is for: the provider's audit trail names it instead of ours. */
  readonly network?: string | undefined
  /** Whether the answer may be a long list. */
  readonly isList?: boolean
}

export type ProviderAnswer = { readonly status: number; readonly body: unknown }

/** Brings one call to the provider and its JSON answer back, or throws TransportFailure. */
export type Transport = (call: ProviderCall) => Promise<ProviderAnswer>

export type TransportSettings = { readonly serviceToken: string; readonly timeoutSeconds: number }

/** The provider was not reached, did not answer in time, or answered with something other than JSON. */
export class TransportFailure extends Error {
  override readonly name = 'TransportFailure'
  readonly reason: 'unreachable' | 'timeout' | 'malformed'

  constructor(reason: TransportFailure['reason'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/** The headers of every call: service token, request id, and the network of the user. */
export function headersOf({ network }: ProviderCall, serviceToken: string): Readonly<Record<string, string>> {
  return {
    accept: 'application/json',
    'x-service-token': serviceToken,
    ...requestIdHeaders(),
    ...(network ? { [PERSON_NETWORK_HEADER]: network } : {}),
  }
}

const JSON_TYPE = /^application\/json\s*(;|$)/i

/** Reads an answer's text as JSON, if it says that it is JSON. */
export function parseJsonAnswer(contentType: string | undefined, text: string): unknown {
  if (!JSON_TYPE.test(contentType ?? '')) throw new TransportFailure('malformed', 'The answer is not JSON.')
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new TransportFailure('malformed', 'The answer is not valid JSON.', { cause: error })
  }
}

type HttpSettings = TransportSettings & { readonly baseUrl: string }

/** Far above any real answer: a bound on what a broken peer can make us hold in memory. */
const MAX_ANSWER_BYTES = 262_144
/** A page of a hundred apps, each as large as the 64 KiB of a request can make it. */
const MAX_LIST_BYTES = 8_388_608

/** Calls a provider at another address, over kept-alive connections. The timeout covers the body too. */
export function httpTransport({ baseUrl, serviceToken, timeoutSeconds }: HttpSettings): Transport {
  return async (call) => {
    const { method, path, body, isList = false } = call
    try {
      const response = await fetch(`${baseUrl}${path}`, {
        method,
        headers: { ...headersOf(call, serviceToken), ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
        // Following a redirect would send the service token to an unconfigured address.
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutSeconds * 1000),
      })
      const text = await readText(response, isList ? MAX_LIST_BYTES : MAX_ANSWER_BYTES)
      return { status: response.status, body: parseJsonAnswer(response.headers.get('content-type') ?? undefined, text) }
    } catch (error) {
      throw asFailure(error)
    }
  }
}

async function readText(response: Response, maximumBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > maximumBytes) throw new TransportFailure('malformed', 'The answer is too large.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function asFailure(error: unknown): TransportFailure {
  if (error instanceof TransportFailure) return error
  if (error instanceof Error && error.name === 'TimeoutError') {
    return new TransportFailure('timeout', 'The provider did not answer in time.', { cause: error })
  }
  return new TransportFailure('unreachable', 'The provider could not be reached.', { cause: error })
}
