import { keyedDigest, newKeyedSecret } from '@countersign/service/secrets'

const LABEL = 'countersign/v1/authorization-code'

type CodedApproval = {
  readonly dataToken: string
  readonly approvedScopes: readonly string[]
  readonly authRequestId: string
}

/**
 * The code that an approval leads to: 256 bits that nobody can tell without the secret, behind the identifier of its request,
 * and always the same ones. So whoever repeats an approval whose answer was lost can be given its code again, although only
 * its hash is kept. A data token is signed once for one request and holds a random `jti`, so no two approvals share a code.
 */
export function codeOfApproval({ dataToken, approvedScopes, authRequestId }: CodedApproval, secret: string): string {
  const approval = JSON.stringify([dataToken, approvedScopes.toSorted()])
  return newKeyedSecret('cs_ac_', authRequestId, keyedDigest(approval, { secret, label: LABEL }))
}
