import type { AuthorizationRequestDetails } from '@countersign/contracts'
import type { AppIdentity } from '../device-calls.ts'
import { NO_REDIRECT } from './return-address.ts'

/** What an app is known by, out of the request that the device has read. */
export function appIdentityOf({ client, redirect_uri: redirectUri }: AuthorizationRequestDetails): AppIdentity {
  const { client_id: clientId, name, claims_encryption_jwk: encryptionKey } = client
  return { clientId, name, host: hostOf(redirectUri), encryptionKey }
}

/** Host and port; of a program on the device, which has no host, its scheme; empty where nobody returns anywhere. */
function hostOf(redirectUri: string): string {
  if (redirectUri === NO_REDIRECT || !URL.canParse(redirectUri)) return ''
  const { host, protocol } = new URL(redirectUri)
  return host === '' ? protocol.replace(':', '') : host
}
