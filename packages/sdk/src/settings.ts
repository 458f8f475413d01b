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
   * Your private key for sealed claims, as JSON: a JWK, or a JWK Set with the old and the new one while one follows the
   * other. Then only sealed claims are accepted, because others passed through hands that could read them.
   */
  readonly claimsDecryptionKey?: string | undefined
  /** Accept claims in the open too: for the days in which you register your first key. */
  readonly allowPlainClaims?: boolean | undefined
}

const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]'])

/** @throws a TypeError with the name of the first setting that cannot work */
export function checkSettings({ issuer, clientId, redirectUri }: CountersignSettings): void {
  if (!URL.canParse(issuer) || issuer.endsWith('/') || new URL(issuer).search || new URL(issuer).hash) {
    throw new TypeError('issuer must be a URL without trailing slash, query or fragment.')
  }
  const { protocol, hostname } = new URL(issuer)
  if (protocol !== 'https:' && !(protocol === 'http:' && LOOPBACK_HOSTS.has(hostname))) {
    throw new TypeError('issuer must use https: a client secret and tokens travel to it.')
  }
  if (!URL.canParse(redirectUri)) throw new TypeError('redirectUri must be an absolute URL.')
  if (clientId === '') throw new TypeError('clientId is empty.')
}
