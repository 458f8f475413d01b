import type { Sql } from '@countersign/service'
import { findClient } from './client.store.ts'
import type { Client } from './client.ts'

/** Finds clients on the hot path. What it answers may be as old as CLIENT_MAX_AGE_MS. */
export type ClientRegistry = { find(clientId: string): Promise<Client | undefined> }

export const CLIENT_MAX_AGE_MS = 5_000

// What a client_id can look like (RFC 6749 Appendix A.1); nothing else is looked up.
const CLIENT_ID = /^[\x20-\x7E]{1,128}$/

type Entry = { readonly client: Client; readonly readAt: number }

/**
 * Keeps clients in memory for a few seconds, so that a flow's steps need no statement for them. Unknown clients are not
 * kept: a new registration works at once, and strangers cannot fill the memory with invented names.
 */
export function createClientRegistry(sql: Sql, now: () => Date): ClientRegistry {
  const entries = new Map<string, Entry>()

  async function find(clientId: string): Promise<Client | undefined> {
    if (!CLIENT_ID.test(clientId)) return undefined
    const entry = entries.get(clientId)
    const time = now().getTime()
    if (entry && time - entry.readAt < CLIENT_MAX_AGE_MS) return entry.client
    const client = await findClient(sql, clientId)
    if (client) entries.set(clientId, { client, readAt: time })
    else entries.delete(clientId)
    return client
  }

  return { find }
}
