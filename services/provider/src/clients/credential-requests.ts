import { type CredentialRequest, CredentialsRequested } from '@countersign/contracts'
import { Compile } from 'typebox/compile'
import { problemOfRedirectUri } from './redirect-uri.ts'

/** One entry of the vault's log, at most 4 KiB, names all of them. */
const MAXIMUM_NAMES_LENGTH = 1_500

const form = Compile(CredentialsRequested)

export function problemOfCredentialRequests(
  requests: readonly CredentialRequest[],
  isSealed: boolean,
): string | undefined {
  if (requests.length === 0) return undefined
  if (!form.Check(requests)) return 'Each credential has a vct, issuers, claims and a reason, and there are at most 4.'
  if (!isSealed)
    return 'Credentials are shared sealed or not at all: an app that asks for them has a claims_encryption_jwk.'
  if (new Set(requests.map(({ vct }) => vct)).size < requests.length) return 'Each type of credential is named once.'
  const names = requests.flatMap(({ vct, claims }) => claims.map((claim) => `${vct}#${claim}`))
  if (names.join('').length > MAXIMUM_NAMES_LENGTH) return 'These are too many claims, or too long names of types.'
  const issuers = requests.flatMap((request) => request.issuers)
  return issuers.every(isIssuer) ? undefined : 'The issuer of a credential is an https address.'
}

function isIssuer(issuer: string): boolean {
  const isAddress = /^https?:/.test(issuer) && problemOfRedirectUri(issuer) === undefined
  return isAddress && new URL(issuer).search === ''
}
