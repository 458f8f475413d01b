import type { ClientScope, ScopeDetail } from '@countersign/contracts'
import { OAuthError } from '@countersign/service/errors'
import { keyOfResource } from '../resources/resource-server.ts'
import type { KnownScope, KnownScopes } from './known-scopes.ts'

/** The parts of a client that decide about scopes. */
export type ScopedClient = {
  readonly scopes: readonly ClientScope[]
  readonly isVouchedFor: boolean
  readonly owner: string | undefined
}

/** OpenID Connect Core §11. */
export const OFFLINE_ACCESS = 'offline_access'
const SCOPE_TOKEN = /^[\x21\x23-\x5B\x5D-\x7E]+$/

/** The scope names of a space-separated text, each once, in their order; nothing if it is not well formed (RFC 6749 §3.3). */
export function parseScope(text: string): string[] | undefined {
  const names = text.split(' ')
  return names.every((name) => SCOPE_TOKEN.test(name)) ? [...new Set(names)] : undefined
}

/**
 * What is left of the scopes that an app names. `offline_access` is understood by everybody and needs no word: a refresh token
 * comes anyway. Beside `openid` what is unknown is left aside (OpenID Connect Core §3.1.2.1); alone it is the app's mistake.
 */
export function understoodScopes(names: readonly string[], { scopes }: KnownScopes): string[] {
  const others = names.filter((name) => name !== OFFLINE_ACCESS)
  return others.includes('openid') ? others.filter((name) => scopes.has(name)) : others
}

/**
 * What an app asks for by the scopes that it names. Beside `openid` one that it lacks is ignored as an unknown one is: libraries
 * ask for all of `scopes_supported`.
 * @throws `invalid_scope`
 */
export function scopesToAskFor(client: ScopedClient, names: readonly string[], known: KnownScopes): string[] {
  const understood = understoodScopes(names, known)
  const isOpenId = understood.includes('openid') && isRegistered(client, 'openid')
  const scopes = isOpenId ? understood.filter((name) => isRegistered(client, name)) : understood
  requireRegistered(client, scopes, known)
  return scopes
}

/**
 * Names the scope if it is one of ours; of any other nothing is repeated.
 * @throws `invalid_scope`
 */
export function requireRegistered(client: ScopedClient, names: readonly string[], known: KnownScopes): void {
  if (names.some((name) => !known.scopes.has(name))) throw new OAuthError('invalid_scope', 'A scope is unknown here.')
  const missing = names.find((name) => !isRegistered(client, name))
  if (missing === undefined) return
  throw new OAuthError('invalid_scope', `The scope ${missing} is not registered for this client.`)
}

function isRegistered({ scopes }: ScopedClient, name: string): boolean {
  return scopes.some((registered) => registered.name === name)
}

/** An app that registered itself, or is described by its own document, may have any scope that a person approves. */
export function choosesItsScopes({ isVouchedFor, owner }: ScopedClient): boolean {
  return !isVouchedFor && owner === undefined
}

/**
 * What a request without a scope asks for: of an app that chooses its scopes, all that its registration was answered with;
 * otherwise its defaults, or nothing (RFC 6749 §3.3).
 */
export function defaultScopes(client: ScopedClient): string[] {
  const areAll = choosesItsScopes(client)
  return client.scopes.filter(({ default: isDefault = areAll }) => isDefault).map(({ name }) => name)
}

/** The names that a request asks for, whether or not it may. */
export function namesAskedFor(client: ScopedClient, scope: string | undefined): readonly string[] {
  return scope === undefined ? defaultScopes(client) : scope.split(' ')
}

/** Whether every element of one list is in the other. */
export function isSubset(part: readonly string[], whole: readonly string[]): boolean {
  return part.every((each) => whole.includes(each))
}

/** The claim names that a set of scopes releases. */
export function claimsOfScopes(scopes: readonly string[], known: KnownScopes): string[] {
  return scopes.flatMap((name) => [...(known.scopes.get(name)?.claims ?? [])])
}

/** The scopes that no approval may leave out, of those that are asked for. */
export function requiredScopes(client: ScopedClient): string[] {
  return client.scopes.filter(isRequired).map(({ name }) => name)
}

/** What the app declared it cannot work without; and `openid`: without it a library would get no id_token and fail. */
function isRequired({ name, required }: Pick<ClientScope, 'name' | 'required'>): boolean {
  return required || name === 'openid'
}

/** What the consent page shows of each requested scope: our words, and the app's own reason. */
export function describeScopes(client: ScopedClient, scopes: readonly string[], known: KnownScopes): ScopeDetail[] {
  return scopes
    .map((name) => known.scopes.get(name))
    .filter((scope): scope is KnownScope => scope !== undefined)
    .map((scope) => describeScope(client, scope, known))
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

/** What an operator calls their claims; nothing where all are built in. */
function labelsOf(names: readonly string[], { claims }: KnownScopes): Pick<ScopeDetail, 'claim_labels'> {
  const labels = names.flatMap((name) => {
    const claim = claims.get(name)
    return claim ? [[name, claim.labels] as const] : []
  })
  return labels.length > 0 ? { claim_labels: Object.fromEntries(labels) } : {}
}
