import { type IncomingMessage, request as requestInClear } from 'node:http'
import { request } from 'node:https'
import { isIP } from 'node:net'
import { isPublicAddress } from './public-address.ts'
import { resolveBy } from './resolve-by.ts'

/** Whom we may call, and how a name becomes addresses: parameters, so that tests can stand in for the internet. */
export type OutboundPolicy = {
  readonly resolve: (hostname: string, signal: AbortSignal) => Promise<readonly string[]>
  readonly isAllowed: (address: string) => boolean
  /** Certificate authorities to trust instead of the well-known ones. */
  readonly certificateAuthority?: string
  /** For development: http on this machine too, which nothing else may be asked by. */
  readonly allowsLoopback?: boolean
}

export type OutboundLimits = { readonly maximumBytes: number; readonly timeoutMs: number }

/** Hosts on the public internet, under the certificates that everyone trusts. */
export const PUBLIC_INTERNET: OutboundPolicy = { resolve: resolveBy(), isAllowed: isPublicAddress }

/** Why an address that somebody else gave us was not fetched; the message carries no part of what was found there. */
export class OutboundFetchError extends Error {
  override readonly name = 'OutboundFetchError'
}

/**
 * Fetches an address that somebody else chose, once, without becoming their tool against our own network: https only;
 * the name is resolved here, every address that it has must be allowed, and the connection goes to an address that was
 * checked, so a second answer of the DNS changes nothing; no redirect is followed; size and total time are bounded.
 * @throws OutboundFetchError
 */
export async function fetchBytes(text: string, limits: OutboundLimits, policy = PUBLIC_INTERNET): Promise<Buffer> {
  const url = readUrl(text, policy)
  const signal = AbortSignal.timeout(limits.timeoutMs)
  try {
    const address = await Promise.race([chooseAddress(url, policy, signal), rejectOnAbort(signal)])
    const response = await get(url, { address, signal, ca: policy.certificateAuthority })
    return await readBody(response, limits.maximumBytes)
  } catch (cause) {
    if (cause instanceof OutboundFetchError) throw cause
    if (signal.aborted) throw new OutboundFetchError('did not answer in time', { cause })
    throw new OutboundFetchError('cannot be reached over TLS', { cause })
  }
}

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

function isLoopbackInClear({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && LOOPBACK.has(hostname)
}

function readUrl(text: string, { allowsLoopback = false }: OutboundPolicy): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isAllowed = url?.protocol === 'https:' || (allowsLoopback && url !== undefined && isLoopbackInClear(url))
  if (!url || !isAllowed) throw new OutboundFetchError('is not an https address')
  if (url.username !== '' || url.password !== '') throw new OutboundFetchError('carries user information')
  return url
}

/** An address to connect to. One forbidden address among several is reason enough to refuse the name. */
async function chooseAddress(url: URL, { resolve, isAllowed }: OutboundPolicy, signal: AbortSignal): Promise<string> {
  const { hostname } = url
  // `readUrl` let it pass.
  if (isLoopbackInClear(url)) return hostname.replace(/^\[|\]$/g, '')
  const host = hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(host) > 0 ? [host] : await resolve(host, signal)
  const [first] = addresses
  if (first === undefined) throw new OutboundFetchError('has no address')
  if (!addresses.every(isAllowed)) throw new OutboundFetchError('is not on the public internet')
  return first
}

type Connection = { readonly address: string; readonly signal: AbortSignal; readonly ca: string | undefined }

function get(url: URL, { address, signal, ca }: Connection): Promise<IncomingMessage> {
  const hostname = url.hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'http:' ? requestInClear : request
    send(
      {
        // An address, not a name: nothing is resolved a second time.
        host: address,
        port: url.port || (url.protocol === 'http:' ? 80 : 443),
        path: `${url.pathname}${url.search}`,
        headers: { host: url.host, accept: '*/*', 'user-agent': 'Countersign' },
        // The certificate must be the name's, though the connection goes to an address.
        ...(isIP(hostname) === 0 && { servername: hostname }),
        ...(ca !== undefined && { ca }),
        agent: false,
        signal,
      },
      resolve,
    )
      .on('error', reject)
      // A server that changes to another protocol (101) ends it without an error. After a response this says nothing.
      .on('close', () => reject(new OutboundFetchError('closed without an answer')))
      .end()
  })
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
