import { createCountersign } from '@countersign/sdk'
import { APP_REDIRECT_URI, type System } from './system.ts'

export const SCOPES = ['openid', 'email', 'profile']

/** The relying app of a flow. */
export function relyingApp({ providerUrl, client: { clientId, clientSecret } }: System) {
  return createCountersign({
    issuer: providerUrl,
    clientId,
    redirectUri: APP_REDIRECT_URI,
    scopes: SCOPES,
    ...(clientSecret && { clientSecret }),
  })
}

/** Sends a browser to authorize and answers the identifier of the request that it starts. */
export async function startFlow(system: System): Promise<string> {
  const response = await fetch(relyingApp(system).beginSignIn().url, { redirect: 'manual' })
  const id = new URL(response.headers.get('location') ?? '').searchParams.get('auth_request_id')
  if (!id) throw new Error('No request was started.')
  return id
}
