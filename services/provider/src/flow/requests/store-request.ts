import { randomUUID } from 'node:crypto'
import { OAuthError } from '@countersign/service/errors'
import type { WithScopes } from '../../catalogue/scopes/scope-registry.ts'
import { defaultScopes, parseScope } from '../../catalogue/scopes/scopes.ts'
import type { Client } from '../../clients/client.ts'
import type { Parameters } from '../../ground/http/parameters.ts'
import type { WithConfig, WithKeys, WithSql } from '../../ground/parts.ts'
import { type CheckedRequest, checkAuthorizationRequest } from './check-authorization-request.ts'
import { readIdTokenHint } from './read-id-token-hint.ts'
import { insertRequest } from './request.store.ts'
import { digestOfParameters, requestIdOf, sealLoginHint } from './request-secrets.ts'

export type StorableRequest = CheckedRequest & { readonly clientId: string; readonly redirectUri: string }

type Storing = {
  readonly authRequestId: string
  readonly requestUriHash?: Buffer
  readonly lifetimeSeconds: number
}

/** Random without a challenge: many people may follow one address, and each needs a request of their own. */
export function identifyRequest({ config }: WithConfig, { clientId, codeChallenge }: StorableRequest): string {
  const [secret = ''] = config.keyEncryptionSecrets
  return codeChallenge === undefined ? randomUUID() : requestIdOf(clientId, codeChallenge, secret)
}

/**
 * Keeps an equal request that is pending.
 * @throws `invalid_request` for a reused `code_challenge`, and a foreign `id_token_hint`
 */
export async function storeRequest(
  dependencies: WithSql & WithConfig & WithKeys,
  request: StorableRequest,
  { authRequestId, requestUriHash, lifetimeSeconds }: Storing,
): Promise<void> {
  const { sql, config } = dependencies
  const [secret = ''] = config.keyEncryptionSecrets
  const { loginHint, idTokenHint, ...asked } = request
  const { clientId, codeChallenge } = request
  const isRepeatable = codeChallenge !== undefined && requestUriHash === undefined
  const isStored = await insertRequest(sql, {
    ...asked,
    authRequestId,
    hintedSubject: idTokenHint === undefined ? undefined : await readIdTokenHint(dependencies, idTokenHint, clientId),
    parametersDigest: isRepeatable ? digestOfParameters(request, secret) : undefined,
    sealedLoginHint: loginHint === undefined ? undefined : sealLoginHint(loginHint, config.serviceTokens),
    requestUriHash,
    lifetimeSeconds,
  })
  if (isStored) return
  // With one verifier for many requests, a single leak redeems every code (RFC 9700 §2.1.1).
  throw new OAuthError('invalid_request', 'This code_challenge was used before: make a new one for every request.')
}

/** @throws as `checkAuthorizationRequest` does */
export async function checkRequest(dependencies: WithConfig & WithScopes, client: Client, parameters: Parameters) {
  const known = await findKnown(dependencies, client, parameters)
  return checkAuthorizationRequest(client, parameters, { known, issuer: dependencies.config.issuer })
}

/** The scopes that the request names; all if it names a resource. */
export function findKnown({ scopes }: WithScopes, client: Client, { values, resources }: Parameters) {
  return resources.length > 0 ? scopes.all() : scopes.of(parseScope(values['scope']) ?? defaultScopes(client))
}
