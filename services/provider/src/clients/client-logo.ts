import { readImage } from '@countersign/service/images'
import { fetchBytes, OutboundFetchError, type OutboundPolicy } from '@countersign/service/network'
import { sha256 } from '@countersign/service/secrets'
import type { Sql } from '@countersign/service/sql'
import { isClientIdUrl } from '../ground/client-id-url.ts'
import { findLogo, type Logo } from './client.store.ts'
import type { Client } from './client.ts'
import { ClientRegistrationError } from './client-errors.ts'
import type { ClientRegistry } from './client-registry.ts'

const MAXIMUM_LOGO_BYTES = 131_072

/** @throws ClientRegistrationError for anything but PNG, JPEG and WebP: SVG can carry script */
export function checkLogo(bytes: Buffer): Logo {
  const logo = bytes.length <= MAXIMUM_LOGO_BYTES ? readImage(bytes) : undefined
  if (logo) return logo
  throw new ClientRegistrationError(
    `The logo must be a PNG, JPEG or WebP, whole and of at most ${MAXIMUM_LOGO_BYTES / 1024} KiB.`,
  )
}

/** The initial of an app that brought no logo, in a colour of its name: every app has a picture, and most their own. */
function monogram(name: string): Logo {
  const initial = Array.from(name.trim())[0]?.toUpperCase() ?? '?'
  const hue = Math.round((sha256(Buffer.from(name)).readUInt8(0) / 256) * 360)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 96 96"><rect width="96" height="96" rx="20" fill="hsl(${hue} 36% 34%)"/><text x="48" y="50" fill="#fff" font-family="system-ui, sans-serif" font-size="46" font-weight="600" text-anchor="middle" dominant-baseline="central">${escapeXml(initial)}</text></svg>`
  return { bytes: Buffer.from(svg), type: 'image/svg+xml' }
}

function escapeXml(text: string): string {
  return text.replace(/[<>&"']/g, (character) => `&#${character.codePointAt(0)};`)
}

export function logoUrl(issuer: string, clientId: string): string {
  return `${issuer}/oauth/clients/${encodeURIComponent(clientId)}/logo`
}

/** Registration waits for this; core's whole call may take less than five seconds. */
const LIMITS = { maximumBytes: MAXIMUM_LOGO_BYTES, timeoutMs: 2_000 }

/**
 * Once, at registration, so that no consent page calls the app's host.
 * @throws ClientRegistrationError
 */
export async function fetchLogo(url: string, policy: OutboundPolicy): Promise<Buffer> {
  try {
    const bytes = await fetchBytes(url, LIMITS, policy)
    checkLogo(bytes)
    return bytes
  } catch (error) {
    if (!(error instanceof OutboundFetchError)) throw error
    throw new ClientRegistrationError(`The address of the logo ${error.message}.`)
  }
}

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
    // Older releases stored logos with their metadata, and cut short.
    const stored = 'logo' in app && app.logo ? readImage(app.logo.bytes) : undefined
    const { bytes, type } = stored ?? monogram(app.name)
    const logo = { bytes, type, etag: `"${sha256(bytes).toString('base64url')}"` }
    entries.set(clientId, { client, logo })
    return logo
  }
}
