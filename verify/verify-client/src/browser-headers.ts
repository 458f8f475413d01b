/** A reason to send a request, as the browser tells the server by Fetch Metadata (W3C). */
export type AskKind = keyof typeof KINDS

/** Sent back by a returning browser. */
export type Kept = { readonly cookie?: string; readonly etag?: string; readonly modified?: string }

type Situation = { readonly origin: string; readonly kept?: Kept; readonly encoding?: string | undefined }

export type Browser = {
  readonly name: string
  readonly family: 'Chromium' | 'Firefox' | 'Safari'
  /** The headers over HTTP/1.1, in the browser's order. HTTP clients add no others. */
  readonly headersFor: (kind: AskKind, situation: Situation) => Readonly<Record<string, string>>
}

const KINDS = {
  visit: ['none', 'navigate', 'document'],
  /** Redirected by the provider, after a click in an app. */
  arrival: ['cross-site', 'navigate', 'document'],
  /** Of the page, or imported later. */
  script: ['same-origin', 'cors', 'script'],
  /** The worker itself. */
  worker: ['same-origin', 'same-origin', 'worker'],
  /** Imported by the worker. */
  part: ['same-origin', 'cors', 'worker'],
  /** Fetched by the page to compare the worker and its parts with their hashes. */
  check: ['same-origin', 'cors', 'empty'],
  /** Preloaded. */
  data: ['same-origin', 'cors', 'empty'],
  service_worker: ['same-origin', 'same-origin', 'serviceworker'],
  style: ['same-origin', 'cors', 'style'],
  image: ['same-origin', 'no-cors', 'image'],
} as const

const isNavigation = (kind: AskKind): boolean => kind === 'visit' || kind === 'arrival'
/** Elements with `crossorigin`. */
const isElement = (kind: AskKind): boolean => kind === 'script' || kind === 'style' || kind === 'data'

type Identity = { readonly name: string; readonly agent: string }
type Hints = { readonly brands: string; readonly platform: string }
type Accepted = { readonly navigation: string; readonly image: string }
type Lines = Readonly<Record<string, string | undefined>>

function browser(
  { name, family, accepted }: Pick<Browser, 'name' | 'family'> & { readonly accepted: Accepted },
  write: (kind: AskKind, common: ReturnType<typeof commonOf>) => Lines,
): Browser {
  const headersFor: Browser['headersFor'] = (kind, situation) => {
    const lines = Object.entries(write(kind, commonOf(kind, accepted, situation)))
    return Object.fromEntries(lines.flatMap(([line, value]) => (value === undefined ? [] : [[line, value]])))
  }
  return { name, family, headersFor }
}

function commonOf(kind: AskKind, accepted: Accepted, { origin, kept = {}, encoding }: Situation) {
  const [site, mode, destination] = KINDS[kind]
  const others = kind === 'style' ? 'text/css,*/*;q=0.1' : kind === 'image' ? accepted.image : '*/*'
  return {
    host: new URL(origin).host,
    origin,
    accept: isNavigation(kind) ? accepted.navigation : others,
    site,
    mode,
    destination,
    encoding,
    ...kept,
    upgrade: isNavigation(kind) ? '1' : undefined,
    user: isNavigation(kind) ? '?1' : undefined,
    serviceWorker: kind === 'service_worker' ? 'script' : undefined,
  }
}

const ALL_ENCODINGS = 'gzip, deflate, br, zstd'
const LANGUAGES = 'en-US,en;q=0.9'

/** Seen in Chromium 156; Chrome and Edge differ in their names only. */
export function chromium({ name, agent, brands, platform }: Identity & Hints): Browser {
  const accepted = {
    navigation:
      'text/html,application/xhtml+xml,application/xml;q=0.9,image/jxl,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7',
    image: 'image/jxl,image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8',
  }
  const mobile = platform === 'Android' ? '?1' : '?0'
  return browser({ name, family: 'Chromium', accepted }, (kind, common) => {
    const fetched = { 'Sec-Fetch-Site': common.site, 'Sec-Fetch-Mode': common.mode, 'Sec-Fetch-User': common.user }
    const metadata = { ...fetched, 'Sec-Fetch-Dest': common.destination }
    const start = { Host: common.host, Connection: 'keep-alive' }
    const end = {
      'Accept-Encoding': common.encoding ?? ALL_ENCODINGS,
      'Accept-Language': LANGUAGES,
      Cookie: common.cookie,
      'If-None-Match': common.etag,
      'If-Modified-Since': common.modified,
    }
    if (isNavigation(kind)) {
      const named = { 'Upgrade-Insecure-Requests': common.upgrade, 'User-Agent': agent, Accept: common.accept }
      const hints = { 'sec-ch-ua': brands, 'sec-ch-ua-mobile': mobile, 'sec-ch-ua-platform': `"${platform}"` }
      return { ...start, ...hints, ...named, ...metadata, ...end }
    }
    if (kind === 'worker' || kind === 'part' || kind === 'service_worker') {
      const fresh = {
        'Cache-Control': common.serviceWorker && 'max-age=0',
        Origin: kind === 'part' ? common.origin : undefined,
      }
      const named = { Accept: common.accept, 'Service-Worker': common.serviceWorker }
      return { ...start, ...fresh, ...named, ...metadata, 'User-Agent': agent, ...end }
    }
    return {
      ...start,
      Origin: isElement(kind) ? common.origin : undefined,
      'sec-ch-ua-platform': `"${platform}"`,
      'User-Agent': agent,
      'sec-ch-ua': brands,
      'sec-ch-ua-mobile': mobile,
      Accept: common.accept,
      ...metadata,
      ...end,
    }
  })
}

/** Seen in Firefox 153. */
export function firefox({ name, agent }: Identity): Browser {
  const accepted = {
    navigation: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    image: 'image/avif,image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5',
  }
  const priorities: Partial<Record<AskKind, string>> = {
    visit: 'u=0, i',
    arrival: 'u=0, i',
    style: 'u=2',
    image: 'u=6',
  }
  return browser({ name, family: 'Firefox', accepted }, (kind, common) => ({
    Host: common.host,
    'User-Agent': agent,
    Accept: common.accept,
    'Accept-Language': LANGUAGES,
    'Accept-Encoding': common.encoding ?? ALL_ENCODINGS,
    'Service-Worker': common.serviceWorker,
    Connection: 'keep-alive',
    Cookie: common.cookie,
    'Upgrade-Insecure-Requests': common.upgrade,
    'Sec-Fetch-Dest': common.destination,
    'Sec-Fetch-Mode': common.mode,
    'Sec-Fetch-Site': common.site,
    'Sec-Fetch-User': common.user,
    'If-Modified-Since': common.modified,
    'If-None-Match': common.etag,
    Priority: kind === 'script' || kind === 'data' ? undefined : (priorities[kind] ?? 'u=4'),
    Pragma: common.serviceWorker && 'no-cache',
    'Cache-Control': common.serviceWorker && 'no-cache',
  }))
}

/** As captures of Safari 26 have it (lexiforest/curl-impersonate); which headers scripts have, as in WebKitGTK 2.50. */
export function safari({ name, agent, encodings }: Identity & { readonly encodings: string }): Browser {
  const accepted = {
    navigation: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    image: 'image/webp,image/avif,video/*;q=0.8,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5',
  }
  const priorities: Partial<Record<AskKind, string>> = { visit: 'u=0, i', arrival: 'u=0, i', image: 'u=5, i' }
  return browser({ name, family: 'Safari', accepted }, (kind, common) => ({
    Host: common.host,
    Origin: isElement(kind) ? common.origin : undefined,
    'Sec-Fetch-Dest': common.destination,
    'User-Agent': agent,
    Accept: common.accept,
    'Service-Worker': common.serviceWorker,
    'Cache-Control': common.serviceWorker && 'max-age=0',
    'If-Modified-Since': common.modified,
    'If-None-Match': common.etag,
    'Sec-Fetch-Site': common.site,
    'Sec-Fetch-Mode': common.mode,
    'Accept-Language': LANGUAGES,
    Priority: priorities[kind] ?? (kind === 'data' || kind === 'check' ? 'u=3, i' : 'u=1, i'),
    'Accept-Encoding': common.encoding ?? encodings,
    Cookie: common.cookie,
    Connection: 'keep-alive',
  }))
}
