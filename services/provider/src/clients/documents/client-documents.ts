import type { Brand } from '@countersign/service/brand'
import type { NetworkLimiter } from '@countersign/service/limits'
import { fetchBytes, OutboundFetchError, type OutboundPolicy, widestAddressKey } from '@countersign/service/network'
import type { Sql } from '@countersign/service/sql'
import type { ScopeRegistry } from '../../catalogue/scopes/scope-registry.ts'
import { allowsLoopback, type DocumentHosts, mustSeal, readClientIdUrl } from '../../ground/client-id-url.ts'
import type { Client } from '../client.ts'
import { ClientRegistrationError } from '../client-errors.ts'
import { deleteDocument, findDocument, prolongDocuments, saveDocument } from './client-document.store.ts'
import { createDocumentMemory, DOCUMENT_LAST_RESORT_MS, type DocumentMemory } from './document-memory.ts'
import { readClientDocument } from './read-client-document.ts'

export type ClientDocuments = ReturnType<typeof createClientDocuments>

type DocumentSources = {
  readonly sql: Sql
  readonly hosts: DocumentHosts
  readonly outbound: OutboundPolicy
  readonly scopes: Pick<ScopeRegistry, 'all'>
  readonly now: () => Date
  /** How many unknown documents a network may have us fetch. */
  readonly fetches: NetworkLimiter
  readonly requestLifetimeSeconds: number
  readonly brand: Pick<Brand, 'name'>
  /** Hears of each that could not be had; the reason is for the log alone. */
  readonly onUnavailable: (failure: { readonly clientId: string; readonly reason: string }) => void
}

/** The asker where the provider needs a document for its own work. It has a limit as a network has. */
export const OURSELVES = 'ourselves'
/** The draft recommends 5 KiB (§8.7); twice that leaves room for keys. */
const LIMITS = { maximumBytes: 10_240, timeoutMs: 3_000 }
/** An author's change takes effect within this time. */
export const DOCUMENT_MAX_AGE_MS = 5 * 60_000
/** Least time between fetches of an unavailable document, for all callers. */
export const DOCUMENT_PAUSE_MS = 30_000

const UNAVAILABLE = 'The document at the client_id cannot be had at the moment. Try again shortly.'

/** Fetches documents on demand and caches results and failures, within bounds. */
export function createClientDocuments(sources: DocumentSources) {
  const { hosts, sql } = sources
  const memory = createDocumentMemory(sources.now)
  const { read, load } = createReader(sources, memory)
  const underWay = new Map<string, Promise<Client | undefined>>()
  const places = createFetchPlaces(sources.fetches)
  const used = new Set<string>()

  /** Reads an old document again; fetches an unknown one only for an address. Undefined if invalid (`problemOf`). */
  async function find(clientId: string, address?: string): Promise<Client | undefined> {
    const url = readClientIdUrl(clientId, hosts)
    if (!url) return undefined
    const known = memory.recall(clientId) ?? (await load(url))
    if (memory.recall(clientId, DOCUMENT_MAX_AGE_MS)) return known
    const running = underWay.get(clientId)
    if (running) return running
    if (memory.problemOf(clientId, DOCUMENT_PAUSE_MS) !== undefined) return known
    // A known document is read again without a limit.
    const leave = known ? () => undefined : address !== undefined && places.take(address)
    if (!leave) return undefined
    const reading = read(url).finally(() => {
      leave()
      underWay.delete(clientId)
    })
    underWay.set(clientId, reading)
    return reading
  }

  const isRead = (clientId: string) => readClientIdUrl(clientId, hosts) !== undefined

  return {
    find,
    recall: (clientId: string) => memory.recall(clientId),
    /** People use this client: it is the last to make room, and stays in the database. */
    noteUse(clientId: string): void {
      if (memory.noteUse(clientId)) used.add(clientId)
    },
    async writeUse(): Promise<void> {
      if (used.size === 0) return
      const clientIds = [...used]
      used.clear()
      await prolongDocuments(sql, clientIds, DOCUMENT_LAST_RESORT_MS / 1000)
    },
    /** Whether nothing is known of a document but that it could not be had: there may be a client. */
    isUnavailable: (clientId: string) =>
      isRead(clientId) && !memory.recall(clientId) && (memory.problemOf(clientId) ?? UNAVAILABLE) === UNAVAILABLE,
    /** The problem with a recently fetched document, for its author; reveals nothing about other networks. */
    problemOf: (clientId: string) => (isRead(clientId) ? (memory.problemOf(clientId) ?? UNAVAILABLE) : undefined),
  }
}

function createReader(sources: DocumentSources, memory: DocumentMemory) {
  const { sql, hosts, outbound, scopes, now, brand, requestLifetimeSeconds, onUnavailable } = sources
  const policy = allowsLoopback(hosts) ? { ...outbound, allowsLoopback: true } : outbound
  // A request that this document has begun may be answered by another process.
  const unusedSeconds = requestLifetimeSeconds + (2 * DOCUMENT_MAX_AGE_MS) / 1000

  const parse = async (document: Buffer, url: URL): Promise<Client> =>
    readClientDocument(document, url, { known: await scopes.all(), now: now(), brand, mustSeal: mustSeal(url, hosts) })

  /** An invalid document replaces a valid one; an unavailable one does not. */
  async function notHad(clientId: string, error: unknown): Promise<Client | undefined> {
    if (error instanceof ClientRegistrationError) {
      memory.forget(clientId)
      memory.noteProblem(clientId, error.message)
      await deleteDocument(sql, clientId)
      return undefined
    }
    if (!(error instanceof OutboundFetchError)) throw error
    onUnavailable({ clientId, reason: error.message })
    memory.noteProblem(clientId, UNAVAILABLE)
    return memory.recall(clientId)
  }

  async function read(url: URL): Promise<Client | undefined> {
    const clientId = url.href
    try {
      const document = await fetchBytes(clientId, LIMITS, policy)
      const client = await parse(document, url)
      const { isUsed } = memory.noteClient(client)
      const keptSeconds = isUsed ? DOCUMENT_LAST_RESORT_MS / 1000 : unusedSeconds
      await saveDocument(sql, { clientId, document, keptSeconds })
      return client
    } catch (error) {
      return notHad(clientId, error)
    }
  }

  const loading = new Map<string, Promise<Client | undefined>>()

  /** From the database, where this process has not read it: once for all who ask at once. */
  function load(url: URL): Promise<Client | undefined> {
    const running = loading.get(url.href) ?? loadNow(url).finally(() => loading.delete(url.href))
    loading.set(url.href, running)
    return running
  }

  async function loadNow(url: URL): Promise<Client | undefined> {
    const kept = await findDocument(sql, url.href)
    if (!kept || kept.ageMs >= DOCUMENT_LAST_RESORT_MS) return undefined
    const client = await parse(kept.document, url).catch(ignoreRefusal)
    if (client) memory.noteClient(client, kept.ageMs)
    return client
  }

  return { read, load }
}

/** It was right when it was fetched: an operator has taken away a scope since, or this release has another rule. */
function ignoreRefusal(error: unknown): undefined {
  if (!(error instanceof ClientRegistrationError)) throw error
}

/** Fetches under way at a time: for one customer's network, and for all. */
export const PLACES_PER_NETWORK = 4
const PLACES = 128

/** Limits fetches of unknown documents per requesting address, so that a stranger uses up only their own places. */
function createFetchPlaces(fetches: NetworkLimiter) {
  const taken = new Map<string, number>()
  let all = 0

  /** The answer gives the place back. */
  function take(address: string): (() => void) | undefined {
    const network = widestAddressKey(address)
    const own = taken.get(network) ?? 0
    if (all >= PLACES || own >= PLACES_PER_NETWORK || fetches.secondsToWait(address) !== undefined) return undefined
    fetches.count(address)
    add(network, 1)
    return () => add(network, -1)
  }

  function add(network: string, amount: 1 | -1): void {
    const own = (taken.get(network) ?? 0) + amount
    all += amount
    if (own === 0) taken.delete(network)
    else taken.set(network, own)
  }

  return { take }
}
