import { createCountersign } from '@countersign/sdk'
import { APP_REDIRECT_URI, type System } from './system.ts'

export const SCOPES = ['openid', 'email', 'profile']

/** The provider, and the relying app that it knows. */
export type Registered = Pick<System, 'providerUrl' | 'client'>

/** The relying app of a flow, as any OAuth client is: without a key. */
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

/** Sends a browser to authorize, for the relying app or to where another one sends it, and answers the request's identifier. */
export async function startFlow(system: Registered, url?: string): Promise<string> {
  const response = await fetch(url ?? (await relyingApp(system).beginSignIn()).url, { redirect: 'manual' })
  const id = new URL(response.headers.get('location') ?? '').searchParams.get('auth_request_id')
  if (!id) throw new Error('No request was started.')
  return id
}
