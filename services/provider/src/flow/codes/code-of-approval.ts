import { keyedDigest, newKeyedSecret } from '@countersign/service/secrets'

const LABEL = 'countersign/v1/authorization-code'

type CodedApproval = {
  readonly dataToken: string
  readonly approvedScopes: readonly string[]
  readonly authRequestId: string
}

/**
 * Derives an approval's code: 256 bits that need the secret, after the request's id. Deterministic, so that a repeated
 * approval whose answer was lost gets its code again although only the hash is stored. The data token's random `jti`
 * keeps codes apart.
 */
export function codeOfApproval({ dataToken, approvedScopes, authRequestId }: CodedApproval, secret: string): string {
  const approval = JSON.stringify([dataToken, approvedScopes.toSorted()])
  return newKeyedSecret('cs_ac_', authRequestId, keyedDigest(approval, { secret, label: LABEL }))
}
