import type { AuthorizationRequestDetails, ScopeDetail } from '@countersign/contracts'
import type { ClaimItem } from '../claims/claim-item.ts'
import { type CredentialView, claimItemsOf, credentialClaimName } from './credential-view.ts'

type Asked = Pick<AuthorizationRequestDetails, 'client'>

/** No scope has such a name: it holds a space (RFC 6749 §3.3). */
const PREFIX = 'credential '

/** Whether a scope of a request is a credential that is asked for: it is chosen as a scope is, and approved as none. */
export function isCredentialScope({ name }: Pick<ScopeDetail, 'name'>): boolean {
  return name.startsWith(PREFIX)
}

/** The request with each credential that it asks for beside its scopes, so that all of it is chosen in one way. */
export function withCredentialScopes<Request extends AuthorizationRequestDetails>(request: Request): Request {
  return { ...request, scope_details: [...request.scope_details, ...credentialScopesOf(request)] }
}

function credentialScopesOf({ client }: Asked): readonly ScopeDetail[] {
  // Nothing of a credential leaves in the open.
  if (client.claims_encryption_jwk === undefined) return []
  return (client.credentials_requested ?? []).map(({ vct, claims, reason }) => ({
    name: `${PREFIX}${vct}`,
    title: '',
    description: '',
    reason,
    required: false,
    claims: claims.map((claim) => credentialClaimName(vct, claim)),
  }))
}

/** The claims of credentials that answer a request: of an issuer whose word the app takes, and in force. */
export function offeredClaims(
  { client }: Asked,
  credentials: readonly CredentialView[],
  now: number,
): readonly ClaimItem[] {
  const requests = client.credentials_requested ?? []
  const isWanted = ({ vct, issuer, until }: CredentialView) =>
    (until === undefined || Date.parse(until) > now) &&
    requests.some((request) => request.vct === vct && request.issuers.includes(issuer))
  return credentials.filter(isWanted).flatMap(claimItemsOf)
}
