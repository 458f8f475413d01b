import { wellKnownUrl } from '@countersign/data-token/well-known-url'
import type { CheckedSettings } from './checked-settings.ts'
import { type Fields, send } from './http.ts'

const NEEDED = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const
const POSSIBLE = ['pushed_authorization_request_endpoint', 'revocation_endpoint', 'end_session_endpoint'] as const

/** The part of the provider's metadata (RFC 8414 §2) that the SDK uses. */
type ServerMetadata = Readonly<Record<(typeof NEEDED)[number], string>> &
  Readonly<Partial<Record<(typeof POSSIBLE)[number], string>>> & {
    readonly require_pushed_authorization_requests?: unknown
  }

/** @throws SignInError */
export type FindServer = () => Promise<ServerMetadata>

const METADATA_LIFETIME_MS = 600_000

/** Fetches the metadata on first use and again after ten minutes; concurrent callers share one request. */
export function createServerFinder(settings: CheckedSettings): FindServer {
  let known: { readonly until: number; readonly server: Promise<ServerMetadata> } | undefined
  return () => {
    if (known && known.until > Date.now()) return known.server
    const asked = { until: Date.now() + METADATA_LIFETIME_MS, server: fetchMetadata(settings) }
    known = asked
    // Never cache a failure.
    asked.server.catch(() => known === asked && (known = undefined))
    return asked.server
  }
}

async function fetchMetadata(settings: CheckedSettings): Promise<ServerMetadata> {
  const answer = await send(settings, wellKnownUrl('oauth-authorization-server', settings.issuer))
  const { status, json } = answer
  if (status === 200 && isMetadata(json, settings)) return json
  throw (await import('./refusals.ts')).metadataRefusal(answer, settings)
}

function isMetadata(json: Fields, { issuer, clientId }: CheckedSettings): json is ServerMetadata {
  // With its slash: no server sends requests or browsers to another (RFC 9700 §4.4).
  const origin = `${new URL(issuer).origin}/`
  const named = [...NEEDED, ...POSSIBLE.filter((name) => json[name] !== undefined)].map((name) => json[name])
  return (
    // RFC 8414 §3.3: metadata of another issuer must not be used.
    json['issuer'] === issuer &&
    named.every((each) => typeof each === 'string' && each.startsWith(origin)) &&
    // The client id is a document's address (draft-ietf-oauth-client-id-metadata-document §5).
    (json['client_id_metadata_document_supported'] === true || !clientId.includes('://'))
  )
}
