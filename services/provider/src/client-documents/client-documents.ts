import { createRateLimiter, fetchBytes, OutboundFetchError, type OutboundPolicy } from '@countersign/service'
import type { Client } from '../clients/client.ts'
import { ClientRegistrationError } from '../clients/client-registration-error.ts'
import type { ScopeRegistry } from '../scopes/scope-registry.ts'
import { allowsLoopback, type DocumentHosts, readClientIdUrl } from './client-id-url.ts'
import { createDocumentMemory, type DocumentMemory } from './document-memory.ts'
import { readClientDocument } from './read-client-document.ts'

/** Clients that nobody registered: each is described by the document at its own client_id. */
export type ClientDocuments = {
  /** The client, from memory where its document was read lately. Nothing if there is no such document; `problemOf` says why. */
  find(clientId: string): Promise<Client | undefined>
  /** The same from memory alone. */
  recall(clientId: string): Client | undefined
  /** People use this client: it is the last to make room. */
  noteUse(clientId: string): void
  /** Whether nothing is known of a document but that it could not be had: there may be a client. */
  isUnavailable(clientId: string): boolean
  /** What is wrong with a document that was asked for lately: a sentence for its author, with nothing of another's network. */
  problemOf(clientId: string): string | undefined
}

type DocumentSources = {
  readonly hosts: DocumentHosts
  readonly outbound: OutboundPolicy
  readonly scopes: Pick<ScopeRegistry, 'all'>
  readonly now: () => Date
  /** Hears of each that could not be had; the reason is for the log alone. */
  readonly onUnavailable: (failure: { readonly clientId: string; readonly reason: string }) => void
}

/** Five KiB is what the draft recommends (§8.7); one with keys has no more than twice that. */
const LIMITS = { maximumBytes: 10_240, timeoutMs: 3_000 }
/** What its author changed counts within it. */
export const DOCUMENT_MAX_AGE_MS = 5 * 60_000
/** One that could not be had is asked for no more often than this, whoever comes with its address. */
export const DOCUMENT_PAUSE_MS = 30_000
/** So many fetches of what is not in memory a minute, by the host's name, and so many at a time of all: nobody can aim us at anybody. */
export const FETCHES_PER_HOST = 10
const MAXIMUM_AT_ONCE = 16

const UNAVAILABLE = 'The document at the client_id cannot be had at the moment. Try again shortly.'

/** Reads documents when they are needed, and keeps them, and that there was none, for a while and within bounds. */
export function createClientDocuments(sources: DocumentSources): ClientDocuments {
  const { hosts, now } = sources
  const memory = createDocumentMemory(now)
  const read = createReader(sources, memory)
  const underWay = new Map<string, Promise<Client | undefined>>()
  const ofHost = createRateLimiter({ limit: FETCHES_PER_HOST, windowSeconds: 60 }, now)

  async function find(clientId: string): Promise<Client | undefined> {
    const url = readClientIdUrl(clientId, hosts)
    if (!url) return undefined
    const known = memory.recall(clientId, DOCUMENT_MAX_AGE_MS)
    if (known) return known
    const running = underWay.get(clientId)
    if (running) return running
    const last = memory.recall(clientId)
    if (memory.problemOf(clientId, DOCUMENT_PAUSE_MS) !== undefined) return last
    // By the name without its port: one machine has many of those. One that is known is read again whatever strangers ask for.
    if (!last) {
      if (underWay.size >= MAXIMUM_AT_ONCE || ofHost.secondsToWait(url.hostname) !== undefined) return undefined
      ofHost.count(url.hostname)
    }
    const reading = read(url).finally(() => underWay.delete(clientId))
    underWay.set(clientId, reading)
    return reading
  }

  const isRead = (clientId: string) => readClientIdUrl(clientId, hosts) !== undefined

  return {
    find,
    recall: (clientId) => memory.recall(clientId),
    noteUse: (clientId) => memory.noteUse(clientId),
    isUnavailable: (clientId) =>
      isRead(clientId) && !memory.recall(clientId) && (memory.problemOf(clientId) ?? UNAVAILABLE) === UNAVAILABLE,
    problemOf: (clientId) => (isRead(clientId) ? (memory.problemOf(clientId) ?? UNAVAILABLE) : undefined),
  }
}

function createReader({ hosts, outbound, scopes, now, onUnavailable }: DocumentSources, memory: DocumentMemory) {
  const policy = allowsLoopback(hosts) ? { ...outbound, allowsLoopback: true } : outbound

  /** What is there and wrong replaces what was right; only what cannot be had does not. */
  function notHad(clientId: string, error: unknown): Client | undefined {
    if (error instanceof ClientRegistrationError) {
      memory.forget(clientId)
      memory.noteProblem(clientId, error.message)
      return undefined
    }
    if (!(error instanceof OutboundFetchError)) throw error
    onUnavailable({ clientId, reason: error.message })
    memory.noteProblem(clientId, UNAVAILABLE)
    return memory.recall(clientId)
  }

  return async (url: URL): Promise<Client | undefined> => {
    try {
      const client = readClientDocument(await fetchBytes(url.href, LIMITS, policy), url, {
        known: await scopes.all(),
        now: now(),
      })
      memory.noteClient(client)
      return client
    } catch (error) {
      return notHad(url.href, error)
    }
  }
}
