import type { ClientScope, ScopeDetail } from '@countersign/contracts'
import { OAuthError } from '@countersign/service/errors'
import { keyOfResource } from '../resources/resource-server.ts'
import type { KnownScope, KnownScopes } from './known-scopes.ts'

export type ScopedClient = {
  readonly scopes: readonly ClientScope[]
  readonly isVouchedFor: boolean
  readonly owner: string | undefined
}

/** OpenID Connect Core §11. */
export const OFFLINE_ACCESS = 'offline_access'
const SCOPE_TOKEN = /^[\x21\x23-\x5B\x5D-\x7E]+$/

/**
 * The named scopes, each once and without `offline_access`, which every app may request; undefined without any.
 * @throws `invalid_scope` if malformed (RFC 6749 §3.3, read with any number of spaces)
 */
export function parseScope(text: string | undefined): string[] | undefined {
  const names = new Set(text?.split(' '))
  names.delete('')
  if (![...names].every((name) => SCOPE_TOKEN.test(name))) {
    throw new OAuthError('invalid_scope', 'scope must name its scopes separated by spaces.')
  }
  names.delete(OFFLINE_ACCESS)
  return names.size > 0 ? [...names] : undefined
}

/** Drops unknown scopes beside `openid` (OpenID Connect Core §3.1.2.1). */
export function understoodScopes(names: readonly string[], { scopes }: KnownScopes): string[] {
  return names.includes('openid') ? names.filter((name) => scopes.has(name)) : [...names]
}

/**
 * Beside `openid`, scopes the client lacks are ignored: libraries ask for all of `scopes_supported`.
 * @throws `invalid_scope`
 */
export function scopesToAskFor(client: ScopedClient, names: readonly string[], known: KnownScopes): string[] {
  const understood = understoodScopes(names, known)
  const isOpenId = understood.includes('openid') && isRegistered(client, 'openid')
  const scopes = isOpenId ? understood.filter((name) => isRegistered(client, name)) : understood
  requireRegistered(client, scopes, known)
  return scopes
}

/** @throws `invalid_scope`, which never repeats an unknown scope */
export function requireRegistered(client: ScopedClient, names: readonly string[], known: KnownScopes): void {
  if (names.some((name) => !known.scopes.has(name))) throw new OAuthError('invalid_scope', 'A scope is unknown here.')
  const missing = names.find((name) => !isRegistered(client, name))
  if (missing === undefined) return
  throw new OAuthError(
    'invalid_scope',
    `The scope ${missing} is not registered for this client: register it, or leave it out.`,
  )
}

function isRegistered({ scopes }: ScopedClient, name: string): boolean {
  return scopes.some((registered) => registered.name === name)
}

/** Apps that registered themselves or have a metadata document may ask for any scope: a person approves it. */
export function choosesItsScopes({ isVouchedFor, owner }: ScopedClient): boolean {
  return !isVouchedFor && owner === undefined
}

/** Scopes of a request without `scope` (RFC 6749 §3.3): all registered ones if the client chooses, else its defaults. */
export function defaultScopes(client: ScopedClient): string[] {
  const areAll = choosesItsScopes(client)
  return client.scopes.filter(({ default: isDefault = areAll }) => isDefault).map(({ name }) => name)
}

export function isSubset(part: readonly string[], whole: readonly string[]): boolean {
  return part.every((each) => whole.includes(each))
}

export function claimsOfScopes(scopes: readonly string[], known: KnownScopes): string[] {
  return scopes.flatMap((name) => [...(known.scopes.get(name)?.claims ?? [])])
}

export function requiredScopes(client: ScopedClient): string[] {
  return client.scopes.filter(isRequired).map(({ name }) => name)
}

/** The app's own choice, and `openid`: without an id_token its library would fail. */
function isRequired({ name, required }: Pick<ClientScope, 'name' | 'required'>): boolean {
  return required || name === 'openid'
}

type RequestedScopes = {
  readonly requestedScopes: readonly string[]
  /** All that may be shared; undefined: all claims of the scopes. */
  readonly requestedClaims?: readonly string[] | undefined
  readonly essentialClaims?: readonly string[] | undefined
}

/** The consent page's description of each scope: our words, the app's reason, and the claims that it asks for. */
export function describeScopes(client: ScopedClient, requested: RequestedScopes, known: KnownScopes): ScopeDetail[] {
  const { requestedScopes, requestedClaims, essentialClaims = [] } = requested
  return requestedScopes
    .flatMap((name) => known.scopes.get(name) ?? [])
    .map((scope) => {
      const claims = scope.claims.filter((claim) => requestedClaims?.includes(claim) ?? true)
      const essential = claims.filter((claim) => essentialClaims.includes(claim))
      return Object.assign(
        describeScope(client, Object.assign({}, scope, { claims }), known),
        claims.length < scope.claims.length && { partial: true as const },
        essential.length > 0 && { essential },
      )
    })
}

function describeScope({ scopes }: ScopedClient, scope: KnownScope, known: KnownScopes): ScopeDetail {
  const { name, title, description, claims, texts } = scope
  const server = scope.resource === undefined ? undefined : known.resources.get(keyOfResource(scope.resource))
  const { reason = '', required = false } = scopes.find((registered) => registered.name === name) ?? {}
  return {
    name,
    title,
    description,
    reason,
    required: isRequired({ name, required }),
    claims: [...claims],
    ...(server && { resource: server.name }),
    ...(texts && { texts }),
    ...labelsOf(claims, known),
  }
}

function labelsOf(names: readonly string[], { claims }: KnownScopes): Pick<ScopeDetail, 'claim_labels'> {
  const labels = names.flatMap((name) => {
    const claim = claims.get(name)
    return claim ? [[name, claim.labels] as const] : []
  })
  return labels.length > 0 ? { claim_labels: Object.fromEntries(labels) } : {}
}
