import { createCountersign } from '@countersign/sdk'
import { APP_REDIRECT_URI } from './app-page.ts'
import { type System } from './system.ts'

export const SCOPES = ['openid', 'email', 'profile']

/** A provider and an app registered there. */
export type Registered = Pick<System, 'providerUrl' | 'client'>

/** The demo app: an OAuth client without a key. */
export function relyingApp({ providerUrl, client: { clientId, clientSecret } }: Registered) {
  return createCountersign({
    issuer: providerUrl,
    clientId,
    redirectUri: APP_REDIRECT_URI,
    scopes: SCOPES,
    allowPlainClaims: true,
    ...(clientSecret && { clientSecret }),
  })
}

/** Starts a request, of the demo app unless a URL is given, and answers its identifier. */
export async function startFlow(system: Registered, url?: string): Promise<string> {
  const response = await fetch(url ?? (await relyingApp(system).beginSignIn()).url, { redirect: 'manual' })
  const id = new URL(response.headers.get('location') ?? '').searchParams.get('auth_request_id')
  if (!id) throw new Error('No request was started.')
  return id
}

type RequestDetails = { readonly client: { readonly claims_encryption_jwk: { readonly x: string } } }

/** Reads a request as the device of this session does, and so makes it this user's. */
export async function readRequest({ coreUrl }: Pick<System, 'coreUrl'>, id: string, sessionToken: string) {
  const headers = { authorization: `Bearer ${sessionToken}` }
  const response = await fetch(`${coreUrl}/api/internal/oauth/requests/${id}/`, { headers })
  return (await response.json()) as RequestDetails
}
