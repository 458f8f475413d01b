import { once } from 'node:events'
import { type ClientHttp2Session, connect, type OutgoingHttpHeaders } from 'node:http2'
import { isIP } from 'node:net'
import type { Readable } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import type { AskKind, Browser } from './browser-headers.ts'

export const TIMEOUT_MS = 30_000

/** The order of the pseudo-headers and the settings of each family, as captures have them. */
const CONNECTIONS = {
  Chromium: {
    order: [':method', ':authority', ':scheme', ':path'],
    settings: { headerTableSize: 65_536, enablePush: false, initialWindowSize: 6_291_456, maxHeaderListSize: 262_144 },
  },
  Firefox: {
    order: [':method', ':path', ':authority', ':scheme'],
    settings: { headerTableSize: 65_536, enablePush: false, initialWindowSize: 131_072, maxFrameSize: 16_384 },
  },
  Safari: {
    order: [':method', ':scheme', ':authority', ':path'],
    settings: { enablePush: false, maxConcurrentStreams: 100, initialWindowSize: 2_097_152 },
  },
} as const

/** Chromium sends it over HTTP/2 only. */
const CHROMIUM_PRIORITIES: Readonly<Record<AskKind, string>> = {
  visit: 'u=0, i',
  arrival: 'u=0, i',
  style: 'u=0',
  script: 'u=1',
  part: 'u=1',
  check: 'u=1, i',
  data: 'u=1, i',
  image: 'u=2, i',
  worker: 'u=4, i',
  service_worker: 'u=4, i',
}

/** Its body is still compressed. */
export type Answer = { readonly stream: Readable; readonly status: number; readonly headers: Headers }

/** Opens a session when it is needed, and another one when the server has ended it. Undefined: it chose HTTP/1.1. */
export function createHttp2Opener(origin: string, browser: Browser, signal: AbortSignal) {
  let opened: Promise<ClientHttp2Session | undefined> | undefined
  return async (): Promise<ClientHttp2Session | undefined> => {
    if (!opened || (await opened)?.closed) opened = openHttp2(origin, browser, signal)
    return opened
  }
}

async function openHttp2(origin: string, { family }: Browser, signal: AbortSignal) {
  const { protocol, hostname, port } = new URL(origin)
  if (protocol !== 'https:') return undefined
  const host = hostname.replace(/^\[|\]$/g, '')
  const name = isIP(host) === 0 ? { servername: host } : {}
  const socket = connectTls({ host, port: Number(port || 443), ...name, ALPNProtocols: ['h2', 'http/1.1'] })
  socket.on('error', () => undefined)
  signal.addEventListener('abort', () => socket.destroy())
  await once(socket, 'secureConnect', { signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]) })
  if (socket.alpnProtocol !== 'h2') return void socket.destroy()
  const session = connect(origin, { createConnection: () => socket, settings: CONNECTIONS[family].settings })
  // Its errors are those of its requests.
  return session.on('error', () => undefined)
}

/** Turns headers of HTTP/1.1 into those that the same browser sends over HTTP/2. */
export function overHttp2(
  url: URL,
  kind: AskKind,
  family: Browser['family'],
  headers: Readonly<Record<string, string>>,
): OutgoingHttpHeaders {
  const values = {
    ':method': 'GET',
    ':authority': url.host,
    ':scheme': 'https',
    ':path': `${url.pathname}${url.search}`,
  }
  return {
    ...Object.fromEntries(CONNECTIONS[family].order.map((name) => [name, values[name]])),
    ...Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => lineOf(name, value))),
    ...(family === 'Chromium' && { priority: CHROMIUM_PRIORITIES[kind] }),
    ...(family === 'Firefox' && { te: 'trailers' }),
  }
}

/** HTTP/2 has no header of a connection, and a line for each cookie (RFC 9113 §8.2.2 and §8.2.3). */
function lineOf(name: string, value: string): readonly (readonly [string, string | string[]])[] {
  if (name === 'Host' || name === 'Connection') return []
  return [[name.toLowerCase(), name === 'Cookie' ? value.split('; ') : value]]
}

/** @throws Error */
export async function requestOverHttp2(session: ClientHttp2Session, headers: OutgoingHttpHeaders, signal: AbortSignal) {
  const stream = session.request(headers, { signal })
  return new Promise<Answer>((resolve, reject) => {
    stream.on('error', reject)
    stream.on('response', ({ ':status': status = 0 }, _flags, raw) =>
      resolve({ stream, status, headers: headersOf(raw) }),
    )
  })
}

/** Names and values in turn. */
function headersOf(raw: readonly string[]): Headers {
  const headers = new Headers()
  for (let at = 0; at < raw.length; at += 2) {
    const [name = '', value = ''] = raw.slice(at, at + 2)
    if (!name.startsWith(':')) headers.append(name, value)
  }
  return headers
}
