import type { IncomingHttpHeaders } from 'node:http'
import type { SignInRoutes } from './sign-in-routes.ts'

type NodeRequest = { readonly method?: string | undefined; readonly headers: IncomingHttpHeaders }

type Routes = Pick<SignInRoutes, 'origin' | 'handles'>

/**
 * A request of Node's to one of the routes as Web APIs have it, but for its body; nothing for any other. Of those not every
 * one could be made: TRACE, or an address with a password.
 */
export function toWebRequest(
  { method = 'GET', headers }: NodeRequest,
  path: string,
  { origin, handles }: Routes,
): Request | undefined {
  if (!URL.canParse(path, origin)) return undefined
  const { pathname, search } = new URL(path, origin)
  if (!handles(method, pathname)) return undefined
  const init = new Headers()
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) init.set(name, [value].flat().join(', '))
  return new Request(new URL(pathname + search, origin), { method, headers: init })
}

const MOST_BYTES = 65_536

/** The body of a request, which of ours are small. @throws RangeError */
export async function readText(request: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of request) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > MOST_BYTES) throw new RangeError('The body of the request is too large.')
  }
  return text
}
