import { headersOf, parseJsonAnswer, type Transport, TransportFailure, type TransportSettings } from './transport.ts'

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
        // A redirect would carry the service token to an address that nobody configured.
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
