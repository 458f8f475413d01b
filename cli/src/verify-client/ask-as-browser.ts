import { randomUUID } from 'node:crypto'
import { request as askHttp, type IncomingMessage } from 'node:http'
import { request as askHttps } from 'node:https'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, zstdDecompress } from 'node:zlib'
import { CommandError } from '../command-error.ts'

export type Served = { readonly status: number; readonly headers: Headers; readonly body: Buffer }

const DECODERS: Readonly<Record<string, (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>>> = {
  gzip: promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
  identity: async (bytes) => bytes,
}
/** Names of OpenSSL and Node. */
const UNKNOWN_AUTHORITY = /^(?:UNABLE_TO_|SELF_SIGNED_CERT_IN_CHAIN$|DEPTH_ZERO_SELF_SIGNED_CERT$)/
const REFUSED_CERTIFICATE = /^(?:CERT_|ERR_TLS_CERT_)/
const TIMEOUT_MS = 30_000
const MAX_BYTES = 16 * 1024 * 1024

/**
 * Requests an address without following redirects. Not by fetch, whose headers name the client.
 * @throws CommandError
 */
export async function askAsBrowser(address: string, kind: BrowserKind, encoding: Encoding): Promise<Served> {
  try {
    const answer = await send(new URL(address), browserHeaders(kind, encoding))
    const headers = headersOf(answer)
    return { status: answer.statusCode ?? 0, headers, body: await decode(await readBounded(answer, address), headers) }
  } catch (cause) {
    if (cause instanceof CommandError) throw cause
    throw new CommandError(`${address} ${describeFailure(cause)}`, { cause })
  }
}

function describeFailure(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  if (UNKNOWN_AUTHORITY.test(code)) {
    return "shows a certificate of an authority that this machine doesn't trust. If the authority is your own, name the file of its certificate in NODE_EXTRA_CA_CERTS."
  }
  if (REFUSED_CERTIFICATE.test(code)) return `shows a certificate that is refused (${code}).`
  return 'did not answer. Check the address, and that this machine reaches it.'
}

async function send(url: URL, own: Readonly<Record<string, string>>): Promise<IncomingMessage> {
  const ask = url.protocol === 'https:' ? askHttps : askHttp
  const headers = { host: url.host, connection: 'keep-alive', ...own }
  return new Promise((resolve, reject) => {
    ask(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) }, resolve)
      .on('error', reject)
      .end()
  })
}

/** `headers` of Node drops some repeated headers. */
function headersOf({ headersDistinct }: IncomingMessage): Headers {
  const all = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  )
  return new Headers(all)
}

async function readBounded(answer: IncomingMessage, address: string): Promise<Buffer> {
  let bytes = 0
  answer.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > MAX_BYTES) {
      answer.destroy(new CommandError(`${address} sends more than any file of the client holds.`))
    }
  })
  return buffer(answer)
}

/** @throws Error for an encoding that was not requested, or wrong bytes */
async function decode(bytes: Buffer, headers: Headers): Promise<Buffer> {
  const encodings = (headers.get('content-encoding') ?? 'identity').toLowerCase().split(',')
  let decoded = bytes
  for (const name of encodings.toReversed()) {
    const decoder = DECODERS[name.trim()]
    if (!decoder) throw new TypeError(`The encoding ${name} was not asked for.`)
    decoded = await decoder(decoded, { maxOutputLength: MAX_BYTES })
  }
  return decoded
}

/** Sent by most people's browsers. */
export const LISTED_ENCODINGS = 'gzip, deflate, br, zstd'

/** Each encoding alone too: proxies send that, and a server may store each form separately. */
const ENCODINGS = [LISTED_ENCODINGS, 'identity', 'gzip', 'br'] as const

type Encoding = (typeof ENCODINGS)[number]

/** Sent by browsers as Fetch Metadata headers (W3C). */
type BrowserKind = 'visit' | 'arrival' | 'script' | 'worker' | 'service_worker' | 'style' | 'image' | 'data'

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
function browserHeaders(kind: BrowserKind, encoding: Encoding): Readonly<Record<string, string>> {
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
