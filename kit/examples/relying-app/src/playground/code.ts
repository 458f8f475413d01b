import type { Trial } from './trial.ts'

type App = { readonly issuer: string; readonly clientId: string; readonly redirectUri: string }

/** SDK code for this request, to start an app with. Secrets stay in the environment. */
export function sdkCode(
  { issuer, clientId, redirectUri }: App,
  { scopes, prompt }: Pick<Trial, 'scopes' | 'prompt'>,
): string {
  const options = prompt === '' ? '' : `{ prompt: '${prompt}' }`
  return `import { createCountersign, keepClaimsKey } from '@countersign/sdk'

const countersign = createCountersign({
  issuer: '${issuer}',
  clientId: '${clientId}',
  clientSecret: process.env.CLIENT_SECRET,
  redirectUri: '${redirectUri}',
  scopes: [${scopes.map((scope) => `'${scope}'`).join(', ')}],
  claimsDecryptionKey: (await keepClaimsKey(process.env.CLAIMS_KEY_FILE)).privateJwk,
})

// At your route for signing in: keep flow in the session under flow.state, and redirect to url.
const { url, flow } = await countersign.beginSignIn(${options})

// At your callback: request.url is the callback address, flow the one that the session has for its state.
const { subject, claims } = await countersign.finishSignIn(request.url, flow)
`
}

/** Exchanges the code of a callback without the SDK. */
export function tokenCommand({ clientId, redirectUri }: App, endpoint: string): string {
  return `curl "${endpoint}" \\
  -d grant_type=authorization_code -d "code=$CODE" -d "code_verifier=$CODE_VERIFIER" \\
  --data-urlencode "redirect_uri=${redirectUri}" \\
  -d client_id=${clientId} --data-urlencode "client_secret=$CLIENT_SECRET"`
}

export function userinfoCommand(endpoint: string): string {
  return `curl "${endpoint}" -H "Authorization: Bearer $ACCESS_TOKEN"`
}

export function refreshCommand({ clientId }: App, endpoint: string): string {
  return `curl "${endpoint}" -d grant_type=refresh_token -d "refresh_token=$REFRESH_TOKEN" \\
  -d client_id=${clientId} --data-urlencode "client_secret=$CLIENT_SECRET"`
}

/** For introspection and revocation, which take the same parameters. */
export function tokenAtEndpointCommand({ clientId }: App, endpoint: string): string {
  return `curl "${endpoint}" -d "token=$ACCESS_TOKEN" \\
  -d client_id=${clientId} --data-urlencode "client_secret=$CLIENT_SECRET"`
}
