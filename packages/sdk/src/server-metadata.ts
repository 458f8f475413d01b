import { SignInError } from './errors.ts'
import { type Fields, send } from './http.ts'
import { type CheckedSettings, isSafeAddress } from './settings.ts'

/** What the provider says of itself (RFC 8414 §2), as far as it is used here. */
export type ServerMetadata = {
  readonly authorization_endpoint: string
  readonly token_endpoint: string
  readonly jwks_uri: string
  readonly pushed_authorization_request_endpoint: string | undefined
  readonly require_pushed_authorization_requests: boolean
  readonly revocation_endpoint: string | undefined
  readonly end_session_endpoint: string | undefined
}

const LIFETIME_MS = 600_000

/** Asks the provider when it is first needed, and again after ten minutes; whoever asks meanwhile waits for the same answer. */
export function findServerOf(settings: CheckedSettings): () => Promise<ServerMetadata> {
  let known: { readonly until: number; readonly server: Promise<ServerMetadata> } | undefined
  return () => {
    if (known && known.until > Date.now()) return known.server
    const asked = { until: Date.now() + LIFETIME_MS, server: fetchMetadata(settings) }
    known = asked
    // A failure is not kept.
    asked.server.catch(() => known === asked && (known = undefined))
    return asked.server
  }
}

async function fetchMetadata(settings: CheckedSettings): Promise<ServerMetadata> {
  const { issuer } = settings
  const url = metadataUrl(issuer)
  const { status, json } = await send(settings, url)
  if (status !== 200) throw new SignInError('unreachable', `The provider described itself with status ${status}.`)
  // Of another server's document nothing is believed (RFC 8414 §3.3).
  if (json['issuer'] !== issuer) {
    throw (await import('./refusals.ts')).mismatchOf(url, json['issuer'], issuer)
  }
  return {
    authorization_endpoint: readAddress(json, 'authorization_endpoint'),
    token_endpoint: readAddress(json, 'token_endpoint'),
    jwks_uri: readAddress(json, 'jwks_uri'),
    pushed_authorization_request_endpoint: findAddress(json, 'pushed_authorization_request_endpoint'),
    require_pushed_authorization_requests: json['require_pushed_authorization_requests'] === true,
    revocation_endpoint: findAddress(json, 'revocation_endpoint'),
    end_session_endpoint: findAddress(json, 'end_session_endpoint'),
  }
}

function findAddress(json: Fields, name: string): string | undefined {
  return json[name] === undefined ? undefined : readAddress(json, name)
}

function readAddress(json: Fields, name: string): string {
  const address = json[name]
  if (typeof address === 'string' && isSafeAddress(address)) return address
  throw new SignInError('invalid_response', `The provider names no ${name} that can be used.`)
}

/** The well-known path stands before that of the issuer (RFC 8414 §3.1). */
function metadataUrl(issuer: string): string {
  const { origin, pathname } = new URL(issuer)
  return `${origin}/.well-known/oauth-authorization-server${pathname === '/' ? '' : pathname}`
}
