import { createRateLimiter, fetchBytes, OutboundFetchError, type OutboundPolicy } from '@countersign/service'
import type { Client } from '../clients/client.ts'
import { ClientRegistrationError } from '../clients/client-registration-error.ts'
import { allowsLoopback, type DocumentHosts, readClientIdUrl } from './client-id-url.ts'
import { readClientDocument } from './read-client-document.ts'

/** Clients that nobody registered: each is described by the document at its own client_id. */
export type ClientDocuments = {
  /** The client, from memory where its document was read lately. Nothing if there is no such document; `problemOf` says why. */
  find(clientId: string): Promise<Client | undefined>
  /** The same from memory alone. */
  recall(clientId: string): Client | undefined
  /** What is wrong with a document that was asked for lately: a sentence for its author, with nothing of another's network. */
  problemOf(clientId: string): string | undefined
}

type DocumentSources = {
  readonly hosts: DocumentHosts
  readonly outbound: OutboundPolicy
  readonly now: () => Date
  /** Hears of each that could not be had; the reason is for the log alone. */
  readonly onUnavailable: (failure: { readonly clientId: string; readonly reason: string }) => void
}

/** Five KiB is what the draft recommends (§6.6); a document with keys has no more than twice that. */
const LIMITS = { maximumBytes: 10_240, timeoutMs: 3_000 }
/** What its author changed counts within it. */
export const DOCUMENT_MAX_AGE_MS = 5 * 60_000
/** How long the last one goes on serving while no other can be had: a hiccup of its server shuts no app out. */
export const DOCUMENT_LAST_RESORT_MS = 24 * 3_600_000
/** One that could not be had is asked for no more often than this, whoever comes with its address. */
export const DOCUMENT_PAUSE_MS = 30_000
/** So many new fetches of one host a minute, and so many at a time of all: nobody can aim us at anybody. */
export const FETCHES_PER_HOST = 10
const MAXIMUM_AT_ONCE = 16
const MAXIMUM_DOCUMENTS = 500
const MAXIMUM_PROBLEMS = 1_000

type Read = { readonly client: Client; readonly readAt: number }
type Problem = { readonly sentence: string; readonly at: number }

const UNAVAILABLE = 'The document at the client_id cannot be had at the moment. Try again shortly.'

/** Reads documents when they are needed, and keeps them, and that there was none, for a while and within bounds. */
export function createClientDocuments({ hosts, outbound, now, onUnavailable }: DocumentSources): ClientDocuments {
  const policy = allowsLoopback(hosts) ? { ...outbound, allowsLoopback: true } : outbound
  const documents = new Map<string, Read>()
  const problems = new Map<string, Problem>()
  const underWay = new Map<string, Promise<Client | undefined>>()
  const ofHost = createRateLimiter({ limit: FETCHES_PER_HOST, windowSeconds: 60 }, now)

  async function find(clientId: string): Promise<Client | undefined> {
    const url = readClientIdUrl(clientId, hosts)
    if (!url) return undefined
    const time = now().getTime()
    const known = documents.get(clientId)
    if (known && time - known.readAt < DOCUMENT_MAX_AGE_MS) return known.client
    if (time - (problems.get(clientId)?.at ?? 0) < DOCUMENT_PAUSE_MS) return lastResort(clientId)
    const running = underWay.get(clientId)
    if (running) return running
    if (underWay.size >= MAXIMUM_AT_ONCE || ofHost.secondsToWait(url.host) !== undefined) return lastResort(clientId)
    ofHost.count(url.host)
    const reading = read(url).finally(() => underWay.delete(clientId))
    underWay.set(clientId, reading)
    return reading
  }

  async function read(url: URL): Promise<Client | undefined> {
    try {
      const bytes = await fetchBytes(url.href, LIMITS, policy)
      const client = readClientDocument(bytes, url, now())
      keep(documents, MAXIMUM_DOCUMENTS, [url.href, { client, readAt: now().getTime() }])
      problems.delete(url.href)
      return client
    } catch (error) {
      return notHad(url.href, error)
    }
  }

  /** What is there and wrong replaces what was right; only what cannot be had does not. */
  function notHad(clientId: string, error: unknown): Client | undefined {
    const at = now().getTime()
    if (error instanceof ClientRegistrationError) {
      documents.delete(clientId)
      keep(problems, MAXIMUM_PROBLEMS, [clientId, { sentence: error.message, at }])
      return undefined
    }
    if (!(error instanceof OutboundFetchError)) throw error
    onUnavailable({ clientId, reason: error.message })
    keep(problems, MAXIMUM_PROBLEMS, [clientId, { sentence: UNAVAILABLE, at }])
    return lastResort(clientId)
  }

  function lastResort(clientId: string): Client | undefined {
    const known = documents.get(clientId)
    return known && now().getTime() - known.readAt < DOCUMENT_LAST_RESORT_MS ? known.client : undefined
  }

  return {
    find,
    recall: lastResort,
    problemOf: (clientId) =>
      readClientIdUrl(clientId, hosts) ? (problems.get(clientId)?.sentence ?? UNAVAILABLE) : undefined,
  }
}

/** The oldest makes room. */
function keep<Value>(kept: Map<string, Value>, most: number, [key, value]: readonly [string, Value]): void {
  kept.delete(key)
  const [oldest] = kept.size >= most ? kept.keys() : []
  if (oldest !== undefined) kept.delete(oldest)
  kept.set(key, value)
}
