import { request as askHttp, type IncomingMessage } from 'node:http'
import type { OutgoingHttpHeaders } from 'node:http2'
import { request as askHttps } from 'node:https'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, zstdDecompress } from 'node:zlib'
import { type Answer, type createHttp2Opener, requestOverHttp2, TIMEOUT_MS } from './http2.ts'
import { DIRECT, type Network } from './networks.ts'
import { VerifyError } from './verify-error.ts'

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
const MAX_BYTES = 16 * 1024 * 1024

/** Headers, and a session for them if the server speaks HTTP/2. */
type Http2 = { readonly headers: OutgoingHttpHeaders; readonly open: ReturnType<typeof createHttp2Opener> }

type Way = {
  readonly headers: Readonly<Record<string, string>>
  readonly network: Network
  /** Left out: HTTP/1.1. */
  readonly http2?: Http2
  /** Gives up when it is aborted. */
  readonly signal?: AbortSignal
}

/**
 * Requests an address with these headers alone. Not by fetch, whose headers name the client.
 * @throws VerifyError
 */
export async function ask(address: string, way: Way): Promise<Served> {
  try {
    const { status, headers, stream } = await send(new URL(address), way)
    return { status, headers, body: await decode(await readBounded(stream, address), headers) }
  } catch (cause) {
    if (cause instanceof VerifyError) throw cause
    const through = way.network === DIRECT ? '' : ` (through ${way.network.name})`
    throw new VerifyError(`${address}${through} ${describeFailure(cause)}`, { cause })
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

async function send(url: URL, { headers, network: { agent }, http2, signal: given }: Way): Promise<Answer> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const signal = given ? AbortSignal.any([given, timeout]) : timeout
  const session = await http2?.open()
  if (session && http2) return requestOverHttp2(session, http2.headers, signal)
  const request = url.protocol === 'https:' ? askHttps : askHttp
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { headers, agent, signal }, resolve).on('error', reject).end()
  })
  return { stream: answer, status: answer.statusCode ?? 0, headers: headersOf(answer) }
}

/** `headers` of Node drops some repeated headers. */
function headersOf({ headersDistinct }: IncomingMessage): Headers {
  const all = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  )
  return new Headers(all)
}

async function readBounded(answer: Readable, address: string): Promise<Buffer> {
  let bytes = 0
  answer.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > MAX_BYTES) {
      answer.destroy(new VerifyError(`${address} sends more than any file of the client holds.`))
    }
  })
  return buffer(answer)
}

/** A 304 names the encoding of the copy. @throws Error for an encoding that was not requested, or wrong bytes */
async function decode(bytes: Buffer, headers: Headers): Promise<Buffer> {
  if (bytes.length === 0) return bytes
  const encodings = (headers.get('content-encoding') ?? 'identity').toLowerCase().split(',')
  let decoded = bytes
  for (const name of encodings.toReversed()) {
    const decoder = DECODERS[name.trim()]
    if (!decoder) throw new TypeError(`The encoding ${name} was not asked for.`)
    decoded = await decoder(decoded, { maxOutputLength: MAX_BYTES })
  }
  return decoded
}
