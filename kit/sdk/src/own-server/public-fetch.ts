import type { IncomingMessage } from 'node:http'
import { createAddressRules } from './public-address.ts'

/** Replaced in tests. */
export type Network = {
  readonly resolve: (hostname: string) => Promise<readonly string[]>
  readonly isAllowed: (address: string) => boolean
  /** Certificate authorities to trust in place of the well-known ones. */
  readonly certificateAuthority?: string
}

const TRY_MS = 1_000
const TRIES = 2

/**
 * A fetch over https for the public internet. It resolves the name itself, refuses it if one address is not public, and
 * connects to an address that it has checked: a name that changes meanwhile leads nowhere else (DNS rebinding).
 * @throws TypeError where there are no sockets
 */
export function createPublicFetch(network: Network = thisNetwork()): (request: Request) => Promise<Response> {
  const https = findModule('node:https')
  return async (request) => {
    const url = new URL(request.url)
    const hostname = url.hostname.replace(/^\[|\]$/g, '')
    const address = await orAborted(chooseAddress(hostname, network), request.signal)
    const body = new Uint8Array(await request.arrayBuffer())
    return new Promise((resolve, reject) => {
      const sent = https.request({
        method: request.method,
        host: address,
        port: url.port || 443,
        path: url.pathname + url.search,
        headers: {
          ...Object.fromEntries(request.headers),
          host: url.host,
          ...(body.length > 0 && { 'content-length': body.length }),
        },
        ...(hostname !== address && { servername: hostname }),
        ...(network.certificateAuthority !== undefined && { ca: network.certificateAuthority }),
        agent: false,
        signal: request.signal,
      })
      sent.on('error', reject)
      sent.on('response', (answer) => {
        const pairs = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as [string, string])
        resolve(new Response(toStream(answer), { status: answer.statusCode ?? 0, headers: pairs }))
      })
      sent.end(body)
    })
  }
}

function toStream(answer: IncomingMessage): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => {
      answer.on('data', (chunk: Uint8Array) => controller.enqueue(chunk))
      answer.on('end', () => controller.close())
      answer.on('error', (error) => controller.error(error))
    },
    cancel: () => void answer.destroy(),
  })
}

async function chooseAddress(hostname: string, { resolve, isAllowed }: Network): Promise<string> {
  const addresses = findModule('node:net').isIP(hostname) > 0 ? [hostname] : await resolve(hostname)
  const [first] = addresses
  if (first === undefined) throw new Error('the name of the host is unknown')
  if (!addresses.every(isAllowed)) throw new Error('the address is not on the public internet')
  return first
}

async function orAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('the name server gave no answer in time')), { once: true })
  })
  return Promise.race([work, aborted])
}

/** By c-ares and not `dns.lookup`, whose few threads a silent name server would hold. */
function thisNetwork(): Network {
  const { Resolver } = findModule('node:dns/promises')
  return {
    resolve: async (hostname) => {
      const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES })
      const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
      return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    },
    isAllowed: createAddressRules(findModule('node:net')),
  }
}

/** Looked up at run time and never imported, as in `kept-claims-key.ts`. */
function findModule<Name extends 'node:https' | 'node:net' | 'node:dns/promises'>(name: Name) {
  const { process }: { readonly process?: Partial<NodeJS.Process> } = globalThis
  const found = process?.getBuiltinModule?.(name)
  if (found) return found
  throw new TypeError(
    'This runtime has no sockets: give `fetch`, one that reaches the public internet alone, as the rules of your platform make it.',
  )
}
