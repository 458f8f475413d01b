import type { AuthorizationRequestDetails, ScopeDetail } from '@countersign/contracts'
import type { PlainItem } from '@countersign/vault'
import type { ClaimItem } from '../claims/claim-items.ts'
import { credentialClaimName, credentialScopeName } from '../claims/credential-names.ts'
import { credentialItemsOf, isCredential } from './credential-item.ts'
import { type CredentialView, claimItemsOf } from './credential-view.ts'

type Asked = Pick<AuthorizationRequestDetails, 'client'>

/** Adds each requested credential as a scope, so that the user chooses all in one way. */
export function withCredentialScopes(
  request: AuthorizationRequestDetails,
  items: readonly PlainItem[],
): AuthorizationRequestDetails {
  return { ...request, scope_details: [...request.scope_details, ...credentialScopesOf(request, items)] }
}

function credentialScopesOf({ client }: Asked, items: readonly PlainItem[]): readonly ScopeDetail[] {
  // Credentials leave sealed only.
  if (client.claims_encryption_jwk === undefined) return []
  return (client.credentials_requested ?? []).map(({ vct, issuers, claims, reason }) => ({
    name: credentialScopeName(vct),
    title: typeNameOf(vct, items),
    description: issuers.map(hostOf).join(', '),
    reason,
    required: false,
    claims: claims.map((claim) => credentialClaimName(vct, claim)),
  }))
}

/** The issuer's name for the type, else the last part of its identifier. */
function typeNameOf(vct: string, items: readonly PlainItem[]): string {
  const held = items.filter((item) => isCredential(item) && item.name === vct)
  const known = credentialItemsOf(held).find(({ typeName }) => typeName !== '')
  const word = vct.split(/[/:#]/).findLast((part) => part !== '') ?? vct
  return known?.typeName ?? `${word.charAt(0).toUpperCase()}${word.slice(1)}`
}

function hostOf(issuer: string): string {
  return URL.canParse(issuer) ? new URL(issuer).host : issuer
}

/** A request as far as it decides which credentials fit. */
export type AskedCredentials = {
  readonly client: {
    /** Missing in a remembered request, whose app is known otherwise. */
    readonly client_id?: string | undefined
    readonly credentials_requested?:
      | readonly { readonly vct: string; readonly issuers: readonly string[] }[]
      | undefined
  }
}

export function offeredClaims(
  { client: { client_id: app, credentials_requested: requests = [] } }: AskedCredentials,
  credentials: readonly CredentialView[],
  now: number,
): readonly ClaimItem[] {
  const isWanted = ({ vct, issuer, until, unused, apps }: CredentialView) =>
    (until === undefined || Date.parse(until) > now) &&
    (unused !== 0 || apps.some((each) => each === app)) &&
    requests.some((request) => request.vct === vct && request.issuers.includes(issuer))
  return credentials.filter(isWanted).flatMap(claimItemsOf)
}
