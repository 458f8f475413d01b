import { randomUUID } from 'node:crypto'

/** Sent by most people's browsers. */
export const LISTED_ENCODINGS = 'gzip, deflate, br, zstd'

/** Each encoding alone too: proxies send that, and a server may store each form separately. */
const ENCODINGS = [LISTED_ENCODINGS, 'identity', 'gzip', 'br'] as const

export type Encoding = (typeof ENCODINGS)[number]

/** Sent by browsers as Fetch Metadata headers (W3C). */
export type BrowserKind = 'visit' | 'arrival' | 'script' | 'worker' | 'service_worker' | 'style' | 'image' | 'data'

const NAVIGATION = {
  'upgrade-insecure-requests': '1',
  accept:
    'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7',
}

const KINDS: Readonly<Record<BrowserKind, Readonly<Record<string, string>>>> = {
  visit: { ...NAVIGATION, ...metadata('none', 'navigate', 'document'), 'sec-fetch-user': '?1' },
  // Redirected by the provider.
  arrival: { ...NAVIGATION, ...metadata('cross-site', 'navigate', 'document'), 'sec-fetch-user': '?1' },
  script: { accept: '*/*', ...metadata('same-origin', 'cors', 'script') },
  worker: { accept: '*/*', ...metadata('same-origin', 'same-origin', 'worker') },
  service_worker: {
    accept: '*/*',
    'service-worker': 'script',
    ...metadata('same-origin', 'same-origin', 'serviceworker'),
  },
  style: { accept: 'text/css,*/*;q=0.1', ...metadata('same-origin', 'cors', 'style') },
  image: {
    accept: 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8',
    ...metadata('same-origin', 'no-cors', 'image'),
  },
  data: { accept: '*/*', ...metadata('same-origin', 'cors', 'empty') },
}

/** All headers of a real browser, so that a lying server cannot tell. HTTP clients add the others. */
export function browserHeaders(kind: BrowserKind, encoding: Encoding): Readonly<Record<string, string>> {
  return {
    'sec-ch-ua': '"Google Chrome";v="141", "Not?A_Brand";v="8", "Chromium";v="141"',
    'sec-ch-ua-mobile': '?0',
    'sec-ch-ua-platform': '"Windows"',
    'user-agent':
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
    ...KINDS[kind],
    'accept-encoding': encoding,
    'accept-language': 'en-US,en;q=0.9',
  }
}

function metadata(site: string, mode: string, destination: string) {
  return { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': destination }
}

export type BrowserAsk = { readonly address: string; readonly kind: BrowserKind; readonly encoding: Encoding }

/** People visit by themselves, from an app, and with a trailing slash, which the page ignores. */
export function asksForPage(path: string): readonly BrowserAsk[] {
  const query = `?auth_request_id=${randomUUID()}`
  const addresses = [`${path}${query}`, ...(path === '/' ? [] : [`${path}/`, `${path}/${query}`])]
  return [...asksFor(path, 'visit'), ...addresses.map((address) => askAsListed(address, 'arrival'))]
}

/** Browsers check no hash of scripts that a worker loads, so each script is requested as the worker's too. */
export function asksForFile(path: string): readonly BrowserAsk[] {
  if (path.endsWith('.js')) return [...asksFor(path, 'script'), askAsListed(path, 'worker')]
  return asksFor(path, path.endsWith('.css') ? 'style' : 'image')
}

export function asksFor(address: string, kind: BrowserKind): readonly BrowserAsk[] {
  return ENCODINGS.map((encoding) => ({ address, kind, encoding }))
}

/** As a browser that talks to the server directly. */
export function askAsListed(address: string, kind: BrowserKind): BrowserAsk {
  return { address, kind, encoding: LISTED_ENCODINGS }
}
