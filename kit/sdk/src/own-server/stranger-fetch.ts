import { isLoopback } from '../settings.ts'
import { createPublicFetch } from './public-fetch.ts'

type Options = { readonly fetch: typeof fetch | undefined; readonly allowLoopback: boolean }

/** A token answer with sealed claims is the largest. */
const MOST_BYTES = 1_048_576

/**
 * Calls addresses that strangers name: https, the public internet, no redirect, at most 1 MiB. The caller bounds the time.
 * @throws TypeError where the runtime cannot choose the address that it connects to, and no `fetch` is given
 */
export function createStrangerFetch({ fetch: given, allowLoopback }: Options): typeof fetch {
  const ask = given ?? createPublicFetch()
  return async (input, init) => {
    // It refuses user information.
    const request = new Request(input, { ...init, redirect: 'manual' })
    const url = new URL(request.url)
    if (url.protocol === 'http:' && allowLoopback && isLoopback(url)) return bound(await (given ?? fetch)(request))
    if (url.protocol !== 'https:') throw new Error('the address is not https')
    return bound(await ask(request))
  }
}

async function bound(response: Response): Promise<Response> {
  const { status, headers } = response
  const body = response.body && (await readBody(response.body))
  return new Response(body && body.size > 0 ? body : null, { status, headers })
}

async function readBody(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<Blob> {
  const reader = stream.getReader()
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.length
    if (size > MOST_BYTES) {
      await reader.cancel()
      throw new Error('the answer is too large')
    }
    chunks.push(next.value)
  }
  return new Blob(chunks)
}
