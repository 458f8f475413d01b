import { type AnswerCore, INTERNAL_ENDPOINTS, type InternalAnswer, type InternalCall } from '@countersign/contracts'
import { type ProviderCall, type Transport, TransportFailure } from './transport.ts'

/**
 * Brings one call to the provider and its answer back. The answer is not looked at.
 * @throws TransportFailure
 */
export type AskProvider = (call: InternalCall) => Promise<InternalAnswer>

/** Asks a provider that is mounted in the same process: it is called, and nothing is written or read in between. */
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
 * Asks a provider elsewhere. A kept-alive connection may close just as it is used: what only reads is asked once more then.
 * Completing twice would do harm.
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

/** A call as it is made over HTTP. */
export function toProviderCall({ operation, input, network }: InternalCall): ProviderCall {
  const { method, path } = INTERNAL_ENDPOINTS[operation]
  if (method === 'POST') return { method, path, body: input, network, isList: operation === 'administer' }
  return { method, path: `${path}?${new URLSearchParams(Object.entries(input)).toString()}` }
}
