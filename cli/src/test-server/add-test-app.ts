import { generateClaimsKeyPair } from '@countersign/data-token'
import { parseScopeOption } from '../client-options.ts'
import { CommandError } from '../command-error.ts'
import type { TestApp, TestAppOptions } from './test-server.ts'

const REDIRECT_URI = 'http://localhost:3000/callback'
const SCOPES = ['openid', 'email', 'profile']

/** Registers an app as an operator does, over the administration API. */
export async function addTestApp(
  { issuer, adminToken }: { readonly issuer: string; readonly adminToken: string },
  options: TestAppOptions,
): Promise<TestApp> {
  const { name = 'Test App', redirectUri = REDIRECT_URI, scopes = SCOPES, public: isPublic, plain, metadata } = options
  const pair = isPublic || plain ? undefined : await generateClaimsKeyPair()
  const asked = scopes.map(parseScopeOption)
  const response = await fetch(`${issuer}/api/admin/clients/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      name,
      redirect_uris: [redirectUri],
      scopes: asked,
      ...(isPublic && { token_endpoint_auth_method: 'none' }),
      ...(pair && { claims_encryption_jwk: pair.publicJwk }),
      ...metadata,
    }),
  })
  const { clientId, clientSecret } = readRegistered(await response.json())
  const claimsKey = pair?.privateJwk
  const settings = {
    issuer,
    clientId,
    clientSecret,
    redirectUri,
    scopes: asked.map((scope) => scope.name),
    claimsDecryptionKey: claimsKey,
    allowPlainClaims: claimsKey === undefined,
  }
  return { clientId, clientSecret, claimsKey, redirectUri, settings }
}

/** @throws CommandError with the reason of the refusal */
function readRegistered(answer: unknown): Pick<TestApp, 'clientId' | 'clientSecret'> {
  const fields: Readonly<Record<string, unknown>> = typeof answer === 'object' && answer !== null ? { ...answer } : {}
  const { client_id: clientId, client_secret: clientSecret, error } = fields
  if (typeof clientId !== 'string') throw new CommandError(`The app was not registered: ${String(error)}`)
  return { clientId, clientSecret: typeof clientSecret === 'string' ? clientSecret : undefined }
}
