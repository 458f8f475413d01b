import { wellKnownUrl } from '@countersign/data-token/well-known-url'
import type { CheckedSettings } from './checked-settings.ts'
import { SignInError } from './errors.ts'
import { type Fields, send } from './http.ts'
import { isSafeAddress } from './settings.ts'

/** The part of the provider's metadata (RFC 8414 §2) that the SDK uses. */
type ServerMetadata = {
  readonly authorization_endpoint: string
  readonly token_endpoint: string
  readonly jwks_uri: string
  readonly pushed_authorization_request_endpoint: string | undefined
  readonly require_pushed_authorization_requests: boolean
  readonly revocation_endpoint: string | undefined
  readonly end_session_endpoint: string | undefined
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
  const { issuer } = settings
  const url = wellKnownUrl('oauth-authorization-server', issuer)
  const answer = await send(settings, url)
  const { status, json } = answer
  if (status !== 200) throw (await import('./refusals.ts')).refusalIn(answer)
  // RFC 8414 §3.3: metadata of another issuer must not be used.
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
