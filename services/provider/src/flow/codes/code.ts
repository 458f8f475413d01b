import { hash } from 'node:crypto'
import { keyedDigest, newKeyedSecret, seal, unseal } from '@countersign/service/secrets'

const CODE_LABEL = 'countersign/v1/authorization-code'
const DATA_TOKEN_LABEL = 'countersign/v1/sealed-data-token'

type CodedApproval = {
  readonly dataToken: string
  readonly approvedScopes: readonly string[]
  readonly authRequestId: string
}

/**
 * Deterministic: a repeated approval whose answer was lost gets its code again, although only the hash is stored. The
 * data token's random `jti` keeps codes apart.
 */
export function codeOfApproval({ dataToken, approvedScopes, authRequestId }: CodedApproval, secret: string): string {
  const approval = JSON.stringify([dataToken, approvedScopes.toSorted()])
  return newKeyedSecret('cs_ac_', authRequestId, keyedDigest(approval, { secret, label: CODE_LABEL }))
}

// A base64url SHA-256: 43 characters; the last one carries two zero bits (RFC 7636 §4.2).
const S256_CHALLENGE = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/
const CODE_VERIFIER = /^[A-Za-z0-9\-._~]{43,128}$/

export function isCodeChallenge(text: string): boolean {
  return S256_CHALLENGE.test(text)
}

/** The S256 challenge of a verifier; undefined if the text cannot be one (RFC 7636 §4.1, §4.6). */
export function codeChallengeOf(verifier: string): string | undefined {
  return CODE_VERIFIER.test(verifier) ? hash('sha256', verifier, 'base64url') : undefined
}

/** Under a key that only the code yields: the database has the code's hash. */
export function sealDataToken(dataToken: string, code: string): Buffer {
  return seal(dataToken, { secret: code, label: DATA_TOKEN_LABEL, isOneTime: true })
}

/** @throws Error for any other code */
export function openDataToken(sealed: Buffer, code: string): string {
  return unseal(sealed, { secret: code, label: DATA_TOKEN_LABEL, isOneTime: true }).toString('utf8')
}
