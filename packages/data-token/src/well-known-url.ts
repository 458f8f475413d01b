type WellKnown = 'jwt-vc-issuer' | 'oauth-authorization-server' | 'openid-credential-issuer'

/** Between host and path. A final slash goes (RFC 8414 §3.1, SD-JWT VC draft 19 §4.1), except in OpenID4VCI 1.0 §12.2.2. */
export function wellKnownUrl(name: WellKnown, issuer: string): string {
  const { origin, pathname } = new URL(issuer)
  const keepsSlash = name === 'openid-credential-issuer' && pathname !== '/'
  return `${origin}/.well-known/${name}${keepsSlash ? pathname : pathname.replace(/\/$/, '')}`
}
