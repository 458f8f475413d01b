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

/** What every call carries: the proof that it comes from core, the name of the request, and for whom it is made. */
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
