import { randomUUID } from 'node:crypto'
import { type BrowserKind, ENCODINGS, type Encoding, LISTED_ENCODINGS } from './browser-headers.ts'

/** One request of a browser. */
export type BrowserAsk = { readonly address: string; readonly kind: BrowserKind; readonly encoding: Encoding }

/** People come by themselves; from an app that waits for them; and with a slash, which the page takes for none. */
export function asksForPage(path: string): readonly BrowserAsk[] {
  const query = `?auth_request_id=${randomUUID()}`
  const addresses = [`${path}${query}`, ...(path === '/' ? [] : [`${path}/`, `${path}/${query}`])]
  return [...asksFor(path, 'visit'), ...addresses.map((address) => askAsListed(address, 'arrival'))]
}

/** No browser checks a hash of what the worker loads, so each script is asked for as the worker's too. */
export function asksForFile(path: string): readonly BrowserAsk[] {
  if (path.endsWith('.js')) return [...asksFor(path, 'script'), askAsListed(path, 'worker')]
  return asksFor(path, path.endsWith('.css') ? 'style' : 'image')
}

/** In every encoding. */
export function asksFor(address: string, kind: BrowserKind): readonly BrowserAsk[] {
  return ENCODINGS.map((encoding) => ({ address, kind, encoding }))
}

/** As a browser asks that talks to the server itself. */
export function askAsListed(address: string, kind: BrowserKind): BrowserAsk {
  return { address, kind, encoding: LISTED_ENCODINGS }
}
