// The base64url SHA-256 of a key (RFC 7638 §3): 43 characters, of which the last carries two bits that are zero.
const THUMBPRINT = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/

/** Whether a text can be a `dpop_jkt` (RFC 9449 §10). */
export function isThumbprint(text: string): boolean {
  return THUMBPRINT.test(text)
}
