import { CookieJar } from 'tough-cookie'
import { ask, type Served } from './ask.ts'
import type { AskKind, Browser } from './browser-headers.ts'
import { BROWSERS } from './browsers.ts'
import { createHttp2Opener, overHttp2 } from './http2.ts'
import { DIRECT, type Network } from './networks.ts'

/** One request of a browser: to a path, with its query. */
export type Ask = {
  readonly address: string
  readonly kind: AskKind
  /** Default: all that the browser takes. Proxies ask for one alone. */
  readonly encoding?: 'identity' | 'gzip' | 'br'
}

export type Visitor = ReturnType<typeof createVisitor>

type Copy = { readonly etag?: string; readonly modified?: string; readonly isFresh: boolean }

/** A browser that keeps cookies and copies, as one does between visits. */
export function createVisitor(browser: Browser, origin: string, network: Network, signal: AbortSignal) {
  const jar = new CookieJar()
  // Through a proxy over HTTP/1.1.
  const openHttp2 = network === DIRECT ? createHttp2Opener(origin, browser, signal) : undefined
  const copies = new Map<string, Copy>()

  async function request({ address, kind, encoding }: Ask, { etag, modified }: Partial<Copy>): Promise<Served> {
    const url = `${origin}${address}`
    // After a click elsewhere, browsers keep the strict ones back.
    const sameSiteContext = kind === 'arrival' ? 'lax' : 'strict'
    const cookie = await jar.getCookieString(url, { sameSiteContext })
    const kept = { ...(cookie && { cookie }), ...(etag && { etag }), ...(modified && { modified }) }
    const headers = browser.headersFor(kind, { origin, kept, encoding })
    const http2 = openHttp2 && { open: openHttp2, headers: overHttp2(new URL(url), kind, browser.family, headers) }
    const served = await ask(url, { headers, network, signal, ...(http2 && { http2 }) })
    for (const text of served.headers.getSetCookie()) await jar.setCookie(text, url, { ignoreError: true })
    return served
  }

  return {
    browser,
    network,
    async ask(asked: Ask): Promise<Served> {
      const served = await request(asked, {})
      const copy = asked.encoding === undefined ? readCopy(served) : undefined
      if (copy) copies.set(asked.address, copy)
      return served
    },
    /** On the next visit: undefined if the copy needs no request. The server may answer 304 where there is one. */
    async askAgain(asked: Ask): Promise<{ readonly served: Served; readonly hasCopy: boolean } | undefined> {
      const copy = copies.get(asked.address)
      return copy?.isFresh ? undefined : { served: await request(asked, copy ?? {}), hasCopy: copy !== undefined }
    },
  }
}

function readCopy({ headers }: Served): Copy | undefined {
  const control = headers.get('cache-control') ?? ''
  if (control.includes('no-store')) return undefined
  const [etag, modified] = [headers.get('etag'), headers.get('last-modified')]
  if (!etag && !modified) return undefined
  return { ...(etag && { etag }), ...(modified && { modified }), isFresh: control.includes('immutable') }
}

/**
 * Requests an address as a browser that is new to the server, without following redirects.
 * @throws CommandError
 */
export async function askAsBrowser(address: string, kind: AskKind, network: Network = DIRECT): Promise<Served> {
  const { origin, pathname, search } = new URL(address)
  const stop = new AbortController()
  const visitor = createVisitor(BROWSERS[0], origin, network, stop.signal)
  return visitor.ask({ address: `${pathname}${search}`, kind }).finally(() => stop.abort())
}
