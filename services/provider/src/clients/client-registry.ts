import { OAuthError } from '@countersign/service/errors'
import type { Sql } from '@countersign/service/sql'
import { isClientIdUrl } from '../ground/client-id-url.ts'
import { findClient } from './client.store.ts'
import { type Client, requireEnabled } from './client.ts'
import { type ClientDocuments, DOCUMENT_PAUSE_MS } from './documents/client-documents.ts'

export type ClientRegistry = ReturnType<typeof createClientRegistry>

export type WithClients = { readonly clients: ClientRegistry }

export const CLIENT_MAX_AGE_MS = 5_000

// Syntax of a client_id (RFC 6749 Appendix A.1); anything else is refused without a lookup.
const CLIENT_ID = /^[\x20-\x7E]{1,128}$/

type Entry = { readonly client: Client; readonly readAt: number }

/**
 * Keeps clients in memory for CLIENT_MAX_AGE_MS. Unknown ones are not kept: a new registration works at once, and invented
 * names cannot fill the memory. Reads a client whose name is the address of a document from there (`documents`).
 */
export function createClientRegistry(sql: Sql, now: () => Date, documents?: ClientDocuments) {
  const entries = new Map<string, Entry>()
  const usedSecrets = new Map<string, Buffer>()
  let changes = 0

  /** Fetches an unknown metadata document only if the requesting `address` is given. */
  async function find(clientId: string, address?: string): Promise<Client | undefined> {
    const entry = entries.get(clientId)
    const time = now().getTime()
    if (entry && time - entry.readAt < CLIENT_MAX_AGE_MS) return entry.client
    if (!CLIENT_ID.test(clientId)) return undefined
    if (isClientIdUrl(clientId)) return documents?.find(clientId, address)
    const changesBefore = changes
    const client = await findClient(sql, clientId)
    // Do not cache a read that overlapped a change.
    if (client && changes === changesBefore) entries.set(clientId, { client, readAt: time })
    else entries.delete(clientId)
    return client
  }

  const recallUnregistered = (clientId: string) => documents?.recall(clientId)

  return {
    find,
    /** Why an address that stands as a client_id leads to no client; nothing for every other client_id. */
    problemOf: (clientId: string) => documents?.problemOf(clientId),
    /** Whether the client's metadata document could not be fetched. */
    isUnavailable: (clientId: string) => documents?.isUnavailable(clientId) ?? false,
    noteUse: (clientId: string) => documents?.noteUse(clientId),
    /** Notes in the database which unregistered clients were used. */
    writeUse: async () => documents?.writeUse(),
    recallUnregistered,
    /** Whether the client is cached; never fetches. */
    isKept: (clientId: string) => entries.has(clientId) || recallUnregistered(clientId) !== undefined,
    forget: (clientId: string) => {
      changes += 1
      entries.delete(clientId)
    },
    /** Any client may have been changed. */
    forgetAll: () => {
      changes += 1
      entries.clear()
    },
    noteSecretUse: (secretHash: Buffer) => void usedSecrets.set(secretHash.toString('base64url'), secretHash),
    /** The secrets that were used since this was last asked. */
    takeUsedSecrets: () => {
      const taken = [...usedSecrets.values()]
      usedSecrets.clear()
      return taken
    },
  }
}

// Its tokens are neither valid nor revoked, so the app must retry.
export class DocumentUnavailable extends OAuthError {
  constructor() {
    super('temporarily_unavailable', 'The document at the client_id cannot be had at the moment. Try again shortly.', {
      headers: { 'retry-after': String(DOCUMENT_PAUSE_MS / 1000) },
    })
  }
}

/** @throws DocumentUnavailable where a client that was not found may be one all the same */
export function checkAvailable(clients: Pick<ClientRegistry, 'isUnavailable'>, clientId: string): void {
  if (clients.isUnavailable(clientId)) throw new DocumentUnavailable()
}

/**
 * With the browser's address, an unregistered client's document may be fetched.
 * @throws OAuthError to show, never to redirect
 */
export async function readClient({ clients }: WithClients, clientId: string | undefined, address?: string) {
  if (clientId === undefined) throw new OAuthError('invalid_request', 'client_id is missing.')
  const client = await clients.find(clientId, address)
  if (client) return requireEnabled(client)
  throw new OAuthError('invalid_client', clients.problemOf(clientId) ?? 'The client_id is unknown.', { status: 400 })
}
