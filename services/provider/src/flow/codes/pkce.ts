import { createHash } from 'node:crypto'

// A base64url SHA-256: 43 characters; the last one carries two zero bits (RFC 7636 §4.2).
const S256_CHALLENGE = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/
const CODE_VERIFIER = /^[A-Za-z0-9\-._~]{43,128}$/

export function isCodeChallenge(text: string): boolean {
  return S256_CHALLENGE.test(text)
}

/** The S256 challenge of a verifier; undefined if the text cannot be one (RFC 7636 §4.1, §4.6). */
export function codeChallengeOf(verifier: string): string | undefined {
  return CODE_VERIFIER.test(verifier) ? createHash('sha256').update(verifier).digest('base64url') : undefined
}
