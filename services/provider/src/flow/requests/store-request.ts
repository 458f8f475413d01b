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
 * @throws `invalid_request` for a reused `code_challenge`, `login_required` for an unverifiable hint with `prompt=none`
 */
export async function storeRequest(
  dependencies: WithSql & WithConfig & WithKeys,
  request: StorableRequest,
  { authRequestId, requestUriHash, lifetimeSeconds }: Storing,
): Promise<void> {
  const { sql, config } = dependencies
  const [secret = ''] = config.keyEncryptionSecrets
  const { loginHint, idTokenHint: _hint, sub: _sub, ...asked } = request
  const { codeChallenge } = request
  const isRepeatable = codeChallenge !== undefined && requestUriHash === undefined
  const isStored = await insertRequest(sql, {
    ...asked,
    authRequestId,
    hintedSubject: await findMeant(dependencies, request),
    parametersDigest: isRepeatable ? digestOfParameters(request, secret) : undefined,
    sealedLoginHint: loginHint === undefined ? undefined : sealLoginHint(loginHint, config.serviceTokens),
    requestUriHash,
    lifetimeSeconds,
  })
  if (isStored) return
  // With one verifier for many requests, a single leak redeems every code (RFC 9700 §2.1.1).
  throw new OAuthError('invalid_request', 'This code_challenge was used before: make a new one for every request.')
}

/** The subject that alone may answer: of `id_token_hint`, or of the `claims` parameter (OpenID Connect Core §3.1.2.2). */
async function findMeant(dependencies: WithConfig & WithKeys, request: StorableRequest): Promise<string | undefined> {
  const { idTokenHint, sub } = request
  const hinted = await findHintedSubject(dependencies, idTokenHint, request)
  if (hinted === undefined || sub === undefined || hinted === sub) return hinted ?? sub
  throw new OAuthError('invalid_request', 'id_token_hint and the sub of claims name two persons.')
}

/** A hint that cannot be verified was not given: apps keep id_tokens longer than we publish a key. */
async function findHintedSubject(
  dependencies: WithConfig & WithKeys,
  hint: string | undefined,
  { clientId, prompt }: StorableRequest,
): Promise<string | undefined> {
  if (hint === undefined) return undefined
  try {
    return await readIdTokenHint(dependencies, hint, clientId)
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    // Silently, it would answer for another person than the one that is meant.
    if (prompt === 'none') throw new OAuthError('login_required', 'The id_token_hint cannot be verified.')
    return undefined
  }
}

/** @throws as `checkAuthorizationRequest` does */
export async function checkRequest(dependencies: WithConfig & WithScopes, client: Client, parameters: Parameters) {
  const known = await findKnown(dependencies, client, parameters)
  return checkAuthorizationRequest(client, parameters, { known, issuer: dependencies.config.issuer })
}

/** The scopes that the request names; all if it names a resource, or claims. */
export function findKnown({ scopes }: WithScopes, client: Client, { values, resources }: Parameters) {
  return resources.length > 0 || values['claims'] !== undefined
    ? scopes.all()
    : scopes.of(parseScope(values['scope']) ?? defaultScopes(client))
}
