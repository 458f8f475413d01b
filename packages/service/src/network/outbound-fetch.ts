import { lookup, Resolver } from 'node:dns/promises'
import { type IncomingMessage, request as requestInClear } from 'node:http'
import { request } from 'node:https'
import { isIP } from 'node:net'
import { freshSecondsOf } from './freshness.ts'
import { isPublicAddress } from './public-address.ts'

/** Replaced in tests. */
export type OutboundPolicy = {
  readonly resolve: (hostname: string, signal: AbortSignal) => Promise<readonly string[]>
  readonly isAllowed: (address: string) => boolean
  /** Certificate authorities to trust instead of the well-known ones. */
  readonly certificateAuthority?: string
  /** Allows http to this machine: in development, or where the operator set it. */
  readonly allowsLoopback?: boolean
  /** Allows http to every host. */
  readonly allowsHttp?: boolean
}

export type OutboundLimits = {
  readonly maximumBytes: number
  readonly timeoutMs: number
  /** The media type to ask for; any if left out. */
  readonly accept?: string
}

export const PUBLIC_INTERNET: OutboundPolicy = { resolve: resolveBy(), isAllowed: isPublicAddress }

/** For an address that the operator has set, which may be within their own network. */
export const OPERATORS_NETWORK: OutboundPolicy = { resolve: lookUpOnce(), isAllowed: () => true, allowsHttp: true }

/** Never quotes the response. */
export class OutboundFetchError extends Error {
  override readonly name = 'OutboundFetchError'
}

/**
 * Fetches an untrusted URL once, safe against SSRF: https only; every resolved address must be allowed, and the connection
 * uses a checked one (no DNS rebinding); no redirects; size and total time are bounded.
 * @throws OutboundFetchError
 */
export async function fetchBytes(text: string, limits: OutboundLimits, policy = PUBLIC_INTERNET): Promise<Buffer> {
  return (await fetchCacheable(text, limits, policy)).bytes
}

/** As `fetchBytes`, and how long the answer's headers call it fresh. @throws OutboundFetchError */
export async function fetchCacheable(text: string, limits: OutboundLimits, policy = PUBLIC_INTERNET) {
  const signal = AbortSignal.timeout(limits.timeoutMs)
  return within(signal, async () => {
    const response = await call(readUrl(text, policy), { policy, signal, accept: limits.accept })
    return { bytes: await readBody(response, limits.maximumBytes), freshSeconds: freshSecondsOf(response.headers) }
  })
}

type Message = {
  readonly contentType: string
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Posts a message under the rules of `fetchBytes`; returns its status, any 2xx. @throws OutboundFetchError */
export async function sendMessage(
  text: string,
  { timeoutMs, ...message }: Message & Pick<OutboundLimits, 'timeoutMs'>,
  policy: OutboundPolicy = PUBLIC_INTERNET,
): Promise<number> {
  const signal = AbortSignal.timeout(timeoutMs)
  return within(signal, async () => {
    const url = readUrl(text, policy)
    const response = await call(url, { policy, signal, message })
    response.destroy()
    const { statusCode: status = 0 } = response
    if (status < 200 || status > 299) throw new OutboundFetchError(`answered with status ${status}`)
    return status
  })
}

async function within<Answer>(signal: AbortSignal, work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof OutboundFetchError) throw cause
    if (signal.aborted) throw new OutboundFetchError('did not answer in time', { cause })
    // The cause's code tells a refused connection from a refused certificate.
    throw new OutboundFetchError('cannot be reached', { cause })
  }
}

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

function readUrl(text: string, { allowsLoopback = false, allowsHttp = false }: OutboundPolicy): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isInClear = url?.protocol === 'http:' && (allowsHttp || (allowsLoopback && LOOPBACK.has(url.hostname)))
  if (!url || (url.protocol !== 'https:' && !isInClear)) throw new OutboundFetchError('is not an https address')
  if (url.username !== '' || url.password !== '') throw new OutboundFetchError('carries user information')
  return url
}

/** An address to connect to. One forbidden address refuses the whole name. */
async function chooseAddress(url: URL, { resolve, isAllowed }: OutboundPolicy, signal: AbortSignal): Promise<string> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(host) > 0 ? [host] : await resolve(host, signal)
  const [first] = addresses
  if (first === undefined) throw new OutboundFetchError('has no address')
  if (!addresses.every(isAllowed)) throw new OutboundFetchError('is not on the public internet')
  return first
}

type Call = {
  readonly policy: OutboundPolicy
  readonly signal: AbortSignal
  readonly message?: Message | undefined
  readonly accept?: string | undefined
}

async function call(url: URL, { policy, ...sent }: Call): Promise<IncomingMessage> {
  // It stays on this machine: no name to resolve.
  if (url.protocol === 'http:' && LOOPBACK.has(url.hostname))
    return send(url, { ...sent, address: url.hostname.replace(/^\[|\]$/g, '') })
  const address = await Promise.race([chooseAddress(url, policy, sent.signal), rejectOnAbort(sent.signal)])
  return send(url, { ...sent, address, ca: policy.certificateAuthority })
}

type Connection = Omit<Call, 'policy'> & { readonly address: string; readonly ca?: string | undefined }

function send(url: URL, { address, signal, ca, message, accept = '*/*' }: Connection): Promise<IncomingMessage> {
  const hostname = url.hostname.replace(/^\[|\]$/g, '')
  const [start, port] = url.protocol === 'http:' ? [requestInClear, 80] : [request, 443]
  return new Promise((resolve, reject) => {
    start(
      {
        method: message ? 'POST' : 'GET',
        host: address,
        port: url.port || port,
        path: `${url.pathname}${url.search}`,
        headers: { host: url.host, accept, 'user-agent': 'Countersign', ...(message && headersOf(message)) },
        ...(isIP(hostname) === 0 && { servername: hostname }),
        ...(ca !== undefined && { ca }),
        agent: false,
        signal,
      },
      resolve,
    )
      .on('error', reject)
      // A 101 ends the request without an error.
      .on('close', () => reject(new OutboundFetchError('closed without an answer')))
      .end(message?.body)
  })
}

function headersOf({ contentType, body, headers }: Message): Readonly<Record<string, string>> {
  return { ...headers, 'content-type': contentType, 'content-length': String(Buffer.byteLength(body)) }
}

async function readBody(response: IncomingMessage, maximumBytes: number): Promise<Buffer> {
  if (response.statusCode !== 200) {
    response.destroy()
    throw new OutboundFetchError('did not answer with status 200')
  }
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    // Leaving the loop destroys the response: the rest is never read.
    if (size > maximumBytes) throw new OutboundFetchError('is too large')
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new OutboundFetchError('did not answer in time')), { once: true })
  })
}

const TRY_MS = 1_000
const TRIES = 2

/**
 * Resolves an untrusted name. Not `dns.lookup`: it cannot be cancelled and blocks a pool thread, so a silent server would stop
 * other lookups, such as the database's.
 */
export function resolveBy(servers?: readonly string[]) {
  return async (hostname: string, signal: AbortSignal): Promise<readonly string[]> => {
    const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES })
    if (servers) resolver.setServers([...servers])
    const cancel = () => resolver.cancel()
    signal.addEventListener('abort', cancel, { once: true })
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    signal.removeEventListener('abort', cancel)
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    const [first] = answers
    // Most names lack one kind of address, so one refusal is normal.
    if (addresses.length === 0 && first.status === 'rejected') throw first.reason
    return addresses
  }
}

/**
 * Resolves by the system, which knows names of a private network from its own files. It cannot be cancelled: equal questions
 * share one thread.
 */
function lookUpOnce() {
  const underWay = new Map<string, Promise<readonly string[]>>()
  return (hostname: string): Promise<readonly string[]> => {
    const asked = underWay.get(hostname) ?? lookUp(hostname).finally(() => underWay.delete(hostname))
    underWay.set(hostname, asked)
    return asked
  }
}

async function lookUp(hostname: string): Promise<readonly string[]> {
  return (await lookup(hostname, { all: true })).map(({ address }) => address)
}
