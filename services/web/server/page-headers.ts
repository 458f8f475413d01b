/** Where the page and what it may talk to are. Origins, or empty for the page's own. */
type PageOrigins = {
  readonly core: string
  readonly issuer: string
}

type WorkerSources = Pick<PageOrigins, 'core'> & { readonly credentialIssuers: readonly string[] }

type PageSources = PageOrigins & {
  /** The one inline element that is let through, as `sha256-…`. */
  readonly importMapHash: string
  /** Whether it calls the provider too: only the console does, with a token that its operator types. */
  readonly callsIssuer?: boolean
}

/**
 * The headers of every page. A page that handles a person's keys runs only its own script, talks only to core, cannot
 * be framed (RFC 9700 §4.16) and tells no other site where it was (§4.2): its address carries the request's id.
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
    // Logos of apps come from the provider, which fetched them: an image from the app's host would tell it who looks.
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

/** The headers of everything that a page loads. */
export const ASSET_HEADERS: Readonly<Record<string, string>> = {
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** The headers of what an operator configured. */
export const CONFIG_HEADERS: Readonly<Record<string, string>> = {
  ...ASSET_HEADERS,
  'cache-control': 'no-store',
  'content-type': 'application/json; charset=utf-8',
}

/** A logo is an image and nothing else, even where somebody opens its address: an SVG can hold script. */
export const LOGO_HEADERS: Readonly<Record<string, string>> = {
  ...ASSET_HEADERS,
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
}

/**
 * The worker has a policy of its own. It alone may compile WebAssembly, which the password protocol needs, and it alone may
 * talk to the issuers of credentials that an operator named: to no host that a link names.
 */
export function workerHeaders({ core, credentialIssuers }: WorkerSources): Readonly<Record<string, string>> {
  const policy = `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src ${sources("'self'", core, ...credentialIssuers)}`
  // The policy changes with the configuration, and the file's address does not: a browser asks whether it is still this one.
  return { ...ASSET_HEADERS, 'cache-control': 'no-cache', 'content-security-policy': policy }
}

/** Compressed or not: the policy must not depend on what a browser accepts. */
export const WORKER_FILE = /\/vault-worker-[\w-]+\.js(?:\.br|\.gz)?$/

function sources(...all: readonly string[]): string {
  return all.filter((source) => source !== '').join(' ')
}
