import { keyedDigest } from '@countersign/service'

const LABEL = 'countersign/v1/authorization-code'

/**
 * The code that an approval leads to: 256 bits that nobody can tell without the secret, and always the same ones. So whoever
 * repeats an approval whose answer was lost can be given its code again, although only its hash is kept. A data token is
 * signed once for one request and holds a random `jti`, so no two approvals share a code.
 */
export function codeOfApproval(dataToken: string, approvedScopes: readonly string[], secret: string): string {
  const approval = JSON.stringify([dataToken, approvedScopes.toSorted()])
  return `cs_ac_${keyedDigest(approval, { secret, label: LABEL }).toString('base64url')}`
}
