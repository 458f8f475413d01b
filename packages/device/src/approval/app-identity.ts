import type { AuthorizationRequestDetails, ClaimsEncryptionJwk } from '@countersign/contracts'
import { NO_REDIRECT } from '../apps/return-address.ts'

/** An app as a request describes it: `host` of its redirect URI, and its encryption key if it has one. */
export type AppIdentity = {
  readonly clientId: string
  readonly name: string
  readonly host: string
  readonly encryptionKey: ClaimsEncryptionJwk | undefined
}

/** The app's identity, from the request that the device read. */
export function appIdentityOf({ client, redirect_uri: redirectUri }: AuthorizationRequestDetails): AppIdentity {
  const { client_id: clientId, name, claims_encryption_jwk: encryptionKey } = client
  return { clientId, name, host: hostOf(redirectUri), encryptionKey }
}

/** Host and port; the scheme for a native app, which has no host; empty without a redirect URI. */
function hostOf(redirectUri: string): string {
  if (redirectUri === NO_REDIRECT || !URL.canParse(redirectUri)) return ''
  const { host, protocol } = new URL(redirectUri)
  return host === '' ? protocol.replace(':', '') : host
}
