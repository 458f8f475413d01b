import type { AuthorizationRequestDetails } from '@countersign/contracts'

/** In place of a redirect URI if a device fetches the answer itself (RFC 8628); never a target. */
export const NO_REDIRECT = 'urn:ietf:params:oauth:grant-type:device_code'

export type AuthorizationResult = { readonly code: string } | AuthorizationError

type AuthorizationError = {
  readonly error: 'access_denied'
  /** For developers (RFC 6749 §4.1.2.1), so not localised. */
  readonly error_description: string
}

export const DENIED: AuthorizationError = { error: 'access_denied', error_description: 'The person said no.' }

/** RFC 6749 §4.1.2, §4.1.2.1; `iss`: RFC 9207 §2. */
export type AuthorizationResponse = AuthorizationResult & {
  /** Left out if empty. */
  readonly state: string
  readonly iss: string
}

export type ReturnParts = { readonly redirectUri: string; readonly state: string }

export type ReturnTarget =
  | { readonly kind: 'site'; readonly host: string }
  | { readonly kind: 'local'; readonly host: string }
  | { readonly kind: 'program'; readonly scheme: string }
  | { readonly kind: 'device' }

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])
/** RFC 8252 §7.1: a reversed domain name, so with a dot; excludes `javascript:` and `data:`. */
const PRIVATE_USE_SCHEME = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:$/
/** Without a dot, allowed by the operator (`cursor://…`); requires an authority. */
const SHORT_SCHEME = /^[a-z][a-z0-9+-]{1,31}:$/
/** Schemes that run script, show files or open system windows instead of an app. */
const NO_APP =
  /^(?:about|acct|blob|cid|data|dns|file|filesystem|ftps?|http|intent|jar|javascript|livescript|market|mocha|resource|s?ftp|search|ssh|telnet|urn|vbscript|view-source|wss?|(?:android|chrome|moz|ms|search-ms|web\+|x-apple)[a-z0-9+-]*):$/

/** Checked at registration too, but the page is what navigates (CVE-2026-67333, CVE-2024-21637). */
export function parseRedirectUri(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  if (url.username || url.password || text.includes('#')) return undefined
  return targetOf(url) === undefined ? undefined : url
}

/** Undefined if the page must not go there. */
export function findReturnTarget(redirectUri: string): ReturnTarget | undefined {
  if (redirectUri === NO_REDIRECT) return { kind: 'device' }
  const url = parseRedirectUri(redirectUri)
  return url && targetOf(url)
}

export type Addressee = Pick<AuthorizationRequestDetails, 'redirect_uri' | 'response_mode' | 'client'>

/** Keeps the redirect URI's own query byte for byte. Undefined if the page must not go there. */
export function buildReturnAddress(
  app: Addressee,
  { state, iss, ...result }: AuthorizationResponse,
): string | undefined {
  const url = parseRedirectUri(app.redirect_uri)
  if (!url) return undefined
  const parameters = { ...result, ...(state === '' ? {} : { state }) }
  if (app.response_mode === 'form_post') {
    const { redirect_uri, client } = app
    const query = new URLSearchParams({ client_id: client.client_id, redirect_uri, ...parameters })
    return `${iss}/oauth/form-post?${query.toString()}`
  }
  const added = new URLSearchParams({ ...parameters, iss }).toString()
  url.search = url.search === '' ? added : `${url.search}&${added}`
  return url.href
}

function targetOf(url: URL): ReturnTarget | undefined {
  if (url.protocol === 'https:') return { kind: 'site', host: url.host }
  if (url.protocol === 'http:') return LOOPBACK.has(url.hostname) ? { kind: 'local', host: url.host } : undefined
  const isShort = SHORT_SCHEME.test(url.protocol) && url.hostname !== '' && !NO_APP.test(url.protocol)
  if (!isShort && !PRIVATE_USE_SCHEME.test(url.protocol)) return undefined
  return { kind: 'program', scheme: url.protocol.slice(0, -1) }
}
