import { sha256 } from '@countersign/service/secrets'
import type { Sql } from '@countersign/service/sql'
import { isClientIdUrl } from '../ground/client-id-url.ts'
import { findLogo, type Logo } from './client.store.ts'
import type { Client } from './client.ts'
import { monogram } from './client-logo.ts'
import type { ClientRegistry } from './client-registry.ts'

/** A logo, and the entity tag that changes with it. */
type TaggedLogo = Logo & { readonly etag: string }

// With the largest logos 8 MB.
const MAXIMUM_LOGOS = 64

/** Keeps logos as long as the registry keeps their clients; the oldest makes room. */
export function createLogoCache(sql: Sql, clients: ClientRegistry) {
  const entries = new Map<string, { readonly client: Client; readonly logo: TaggedLogo }>()

  return async (clientId: string): Promise<TaggedLogo | undefined> => {
    // Logos are public: a request for one must not trigger a fetch.
    const client = isClientIdUrl(clientId) ? clients.recallUnregistered(clientId) : await clients.find(clientId)
    if (!client) return undefined
    const entry = entries.get(clientId)
    if (entry?.client === client) return entry.logo
    // Unregistered clients have no logo: the page shows their host's initial.
    const app = clients.recallUnregistered(clientId) ?? (await findLogo(sql, clientId))
    if (!app) return undefined
    entries.delete(clientId)
    const [oldest] = entries.size >= MAXIMUM_LOGOS ? entries.keys() : []
    if (oldest !== undefined) entries.delete(oldest)
    const { bytes, type } = ('logo' in app && app.logo) || monogram(app.name)
    const logo = { bytes, type, etag: `"${sha256(bytes).toString('base64url')}"` }
    entries.set(clientId, { client, logo })
    return logo
  }
}
