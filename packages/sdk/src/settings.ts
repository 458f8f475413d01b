import type { CredentialIssuer } from '@countersign/data-token'

export type CountersignSettings = {
  /** The address of the provider, exactly as its metadata names it: `https://id.example`. */
  readonly issuer: string
  readonly clientId: string
  /** Absent for a public client, which PKCE alone protects. */
  readonly clientSecret?: string | undefined
  /** Exactly as registered. */
  readonly redirectUri: string
  /** What to ask for unless a sign-in says otherwise; `openid` if left out. */
  readonly scopes?: readonly string[] | undefined
  /** The DATA_TOKEN_SECRET that the provider shares with you, where it signs with HS256. Otherwise leave it out. */
  readonly dataTokenSecret?: string | undefined
  /**
   * Your private key for sealed claims, as JSON: a JWK, or a JWK Set with the new and the old one while one follows the
   * other. `keepClaimsKey` makes and keeps one. Then only sealed claims are accepted, because others passed through hands
   * that could read them. Left out only with `allowPlainClaims`.
   */
  readonly claimsDecryptionKey?: string | undefined
  /**
   * Accept claims in the open: for an app that is registered without a key, and for the days in which one gets its first.
   * Whoever runs the provider can read them in passing, and people are told so before they approve.
   */
  readonly allowPlainClaims?: boolean | undefined
  /** Whose word on people you take: the issuers of the credentials that your app asks for. */
  readonly credentialIssuers?: readonly CredentialIssuer[] | undefined
}

const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]'])

/** @throws a TypeError with the name of the first setting that cannot work */
export function checkSettings(settings: CountersignSettings): void {
  const { issuer, clientId, redirectUri, claimsDecryptionKey, allowPlainClaims, credentialIssuers = [] } = settings
  if (!URL.canParse(issuer) || issuer.endsWith('/') || new URL(issuer).search || new URL(issuer).hash) {
    throw new TypeError('issuer must be a URL without trailing slash, query or fragment.')
  }
  if (!isSafeAddress(issuer)) {
    throw new TypeError('issuer must use https: a client secret and tokens travel to it.')
  }
  if (!URL.canParse(redirectUri)) throw new TypeError('redirectUri must be an absolute URL.')
  if (clientId === '') throw new TypeError('clientId is empty.')
  if (!credentialIssuers.every((each) => isSafeAddress(each.issuer))) {
    throw new TypeError('credentialIssuers must have https addresses: their keys are fetched from there.')
  }
  if (credentialIssuers.length > 0 && settings.scopes?.includes('openid') === false) {
    throw new TypeError('scopes must have openid: credentials go along with an approval, and are none by themselves.')
  }
  if (claimsDecryptionKey === undefined && allowPlainClaims !== true) {
    throw new TypeError(
      'claimsDecryptionKey is missing: see keepClaimsKey, or say allowPlainClaims if the app has none.',
    )
  }
}

function isSafeAddress(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK_HOSTS.has(hostname))
}
