import type { FastifyInstance } from 'fastify'
import { headersOf, parseJsonAnswer, type Transport, TransportFailure, type TransportSettings } from './transport.ts'

/**
 * Calls a provider that is mounted in the same process: through its own routes, with service token and timeout, so
 * that running together or apart is no difference to either side.
 */
export function inProcessTransport(
  app: Pick<FastifyInstance, 'inject'>,
  { serviceToken, timeoutSeconds }: TransportSettings,
): Transport {
  return async (call) => {
    const { method, path, body } = call
    const response = await withinTime(timeoutSeconds, (signal) =>
      app.inject({
        method,
        url: path,
        headers: headersOf(call, serviceToken),
        ...(body && { payload: body }),
        signal,
      }),
    )
    return { status: response.statusCode, body: parseJsonAnswer(response.headers['content-type'], response.payload) }
  }
}

/** `inject` can be cancelled but does not always say so: whichever comes first decides. */
async function withinTime<Result>(seconds: number, run: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const signal = AbortSignal.timeout(seconds * 1000)
  const timedOut = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new TransportFailure('timeout', 'No answer in time.')), {
      once: true,
    })
  })
  return Promise.race([timedOut, run(signal)])
}
