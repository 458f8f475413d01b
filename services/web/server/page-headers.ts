/** Origins that the page may talk to; empty: its own. */
type PageOrigins = {
  readonly core: string
  readonly issuer: string
}

type WorkerSources = Pick<PageOrigins, 'core'> & { readonly credentialIssuers: readonly string[] }

type PageSources = PageOrigins & {
  /** Hash of the only inline element, as `sha256-…`. */
  readonly importMapHash: string
  /** Only the console calls the provider, with a token that the operator types. */
  readonly callsIssuer?: boolean
}

/**
 * The headers of every page: it runs only its own script, talks only to core, cannot be framed (RFC 9700 §4.16), and sends
 * no referrer (§4.2), since its address carries the request's id.
 */
export function pageHeaders({
  core,
  issuer,
  importMapHash,
  callsIssuer,
}: PageSources): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    `script-src 'self' '${importMapHash}'`,
    "worker-src 'self'",
    `connect-src ${sources("'self'", core, callsIssuer ? issuer : '')}`,
    "style-src 'self'",
    // The provider serves app logos: an image from the app's host would tell the app who views it.
    `img-src ${sources("'self'", 'data:', issuer)}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types countersign-worker',
  ]
  return {
    ...ASSET_HEADERS,
    'cache-control': 'no-store',
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'publickey-credentials-get=(self), publickey-credentials-create=(self)',
  }
}

export const ASSET_HEADERS: Readonly<Record<string, string>> = {
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

export const CONFIG_HEADERS: Readonly<Record<string, string>> = {
  ...ASSET_HEADERS,
  'cache-control': 'no-store',
  'content-type': 'application/json; charset=utf-8',
}

/** Blocks the script that an SVG can hold, even when a user opens the address. */
export const LOGO_HEADERS: Readonly<Record<string, string>> = {
  ...ASSET_HEADERS,
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
}

/**
 * The worker's own policy: only it may compile WebAssembly, which OPAQUE needs, and talk to the configured issuers of
 * credentials, never to a host named by a link.
 */
export function workerHeaders({ core, credentialIssuers }: WorkerSources): Readonly<Record<string, string>> {
  const policy = `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src ${sources("'self'", core, ...credentialIssuers)}`
  // The policy changes with the configuration but the address does not, so the browser must revalidate.
  return { ...ASSET_HEADERS, 'cache-control': 'no-cache', 'content-security-policy': policy }
}

/** Compressed or not: the policy must not depend on Accept-Encoding. */
export const WORKER_FILE = /\/vault-worker-[\w-]+\.js(?:\.br|\.gz)?$/

function sources(...all: readonly string[]): string {
  return all.filter((source) => source !== '').join(' ')
}
