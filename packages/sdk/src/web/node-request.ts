import type { IncomingHttpHeaders } from 'node:http'

type NodeRequest = { readonly method?: string | undefined; readonly headers: IncomingHttpHeaders }

/** A request of Node's as Web APIs have it, but for its body; nothing where its address cannot be read. */
export function toWebRequest({ method, headers }: NodeRequest, path: string, origin: string): Request | undefined {
  if (!URL.canParse(path, origin)) return undefined
  const init = new Headers()
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) init.set(name, [value].flat().join(', '))
  return new Request(new URL(path, origin), { method: method ?? 'GET', headers: init })
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
