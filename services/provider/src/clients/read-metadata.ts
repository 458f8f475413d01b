import {
  ACR_OF_METHOD,
  CLIENT_ATTRIBUTE_ROWS,
  type ClientMetadata,
  type ClientScope,
  DEFAULT_GRANT_TYPES,
  DEVICE_CODE_GRANT,
  GRANT_TYPES,
  type GrantType,
  type VerifiableClaim,
} from '@countersign/contracts'
import { BUILT_IN_SCOPES, type KnownScopes } from '../catalogue/scopes/known-scopes.ts'
import { type Client, type ClientChanges, type ClientRegistration, isBound } from './client.ts'
import { ClientRegistrationError } from './client-errors.ts'
import { readTaggedTexts } from './client-texts.ts'
import { noticesOfUnknown, takeRedirectUris } from './registration-notices.ts'

const AUTHENTICATION_METHODS = ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'] as const
const SUBJECT_TYPES = ['public', 'pairwise'] as const
const MAXIMUM_NAME_LENGTH = 80

/**
 * An attribute left out gets its default (RFC 7592 §2.2). PKCE stays required, and an administrator's reasons stay.
 * @throws ClientRegistrationError
 */
export function readMetadata(metadata: ClientMetadata, known: KnownScopes, current?: Client): ReadMetadata {
  const redirects = takeRedirectUris('redirect URI', metadata.redirect_uris, current?.privateUseSchemes)
  const postLogoutUris = metadata.post_logout_redirect_uris
  const afterLogout = takeRedirectUris('post-logout redirect URI', postLogoutUris, current?.privateUseSchemes)
  // Without any, no sign-in is possible: checkClient refuses them all, and says why.
  const redirectUris = redirects.taken.length > 0 ? redirects.taken : (metadata.redirect_uris ?? [])
  const { token_endpoint_auth_method: method } = metadata
  const authenticationMethod = oneOf('token_endpoint_auth_method', method, AUTHENTICATION_METHODS)
  const usesKeys = authenticationMethod === 'private_key_jwt'
  const registration = {
    ...readRows(metadata),
    redirectUris,
    postLogoutRedirectUris: afterLogout.taken,
    name: metadata.client_name ?? nameFrom(redirectUris),
    texts: readTaggedTexts(metadata, current?.texts ?? {}),
    scopes: readScopes(metadata.scope, current?.scopes ?? [], known),
    authenticationMethod,
    grantTypes: readGrantTypes(metadata.grant_types, redirectUris),
    // A client that authenticates otherwise may publish its keys for other uses.
    ...(!usesKeys && { jwks: { keys: [] }, keysUri: null }),
    verifiedClaimsRequired: readVerified(metadata.verified_claims_required),
    defaultAcrValues: readAcrValues(metadata.default_acr_values),
    subjectType: oneOf('subject_type', metadata.subject_type, SUBJECT_TYPES),
    idTokenAlgorithm: readAlgorithm(metadata),
    backchannelLogoutUri: readNoticeAddress('backchannel_logout_uri', metadata.backchannel_logout_uri),
    eventsUri: readNoticeAddress('events_uri', metadata.events_uri),
  }
  return { registration, notices: [...redirects.notices, ...afterLogout.notices, ...noticesOfUnknown(metadata)] }
}

type ReadMetadata = { readonly registration: ClientRegistration; readonly notices: readonly string[] }

/** Lists, flags and addresses, each with its default. The caller reads the rest, whose words RFC 7591 leaves open. */
function readRows(metadata: ClientMetadata): ClientChanges {
  const values: Readonly<Record<string, unknown>> = metadata
  const rows = CLIENT_ATTRIBUTE_ROWS.filter(
    // Only `null` removes the encryption key: RFC 7592 §2.2 lets the server keep an omitted value.
    ([name, row]) => row.metadata && (name !== 'claimsEncryptionKey' || values[row.wire] !== undefined),
  )
  return Object.fromEntries(rows.map(([name, row]) => [name, values[row.wire] ?? row.default ?? null]))
}

/**
 * Ignores unknown types; the answer lists the rest (RFC 7591 §3.2.1). A self-registered app may neither act for itself
 * nor be a device, where its name is all that a user could go by (RFC 8628 §5.4).
 */
function readGrantTypes(
  named: readonly string[] = DEFAULT_GRANT_TYPES,
  redirectUris: readonly string[],
): readonly GrantType[] {
  const forOperators: GrantType[] = ['client_credentials']
  if (redirectUris.length === 0) forOperators.push(DEVICE_CODE_GRANT)
  const refused = forOperators.find((name) => named.includes(name))
  if (refused !== undefined) {
    throw new ClientRegistrationError(
      `No app registers itself for ${refused}: the operator does, by countersign clients add --grant-type.`,
    )
  }
  const others: readonly GrantType[] = ['refresh_token', DEVICE_CODE_GRANT]
  const understood = GRANT_TYPES.filter((name) => !others.includes(name) && named.includes(name))
  return understood.length > 0 ? [...understood, 'refresh_token'] : DEFAULT_GRANT_TYPES
}

/** Anyone may register an app, so its address must not reach programs on our own machine. */
function readNoticeAddress(wire: string, uri: string | undefined): string | null {
  if (uri === undefined || uri.startsWith('https:')) return uri ?? null
  throw new ClientRegistrationError(`The ${wire} must be https.`)
}

/** The default follows the app's profile (OpenID Connect Registration §2 says RS256). */
function readAlgorithm(metadata: ClientMetadata) {
  const { id_token_signed_response_alg: algorithm } = metadata
  const requirePushedRequests = metadata.require_pushed_authorization_requests ?? false
  const dpopBound = metadata.dpop_bound_access_tokens ?? false
  if (algorithm === undefined) return isBound({ requirePushedRequests, dpopBound }) ? 'ES256' : 'RS256'
  return oneOf('id_token_signed_response_alg', algorithm, ['RS256', 'ES256'])
}

/** One of the words that are understood; the first of them if nothing was said. */
function oneOf<Word extends string>(name: string, text: string | undefined, words: readonly [Word, ...Word[]]): Word {
  const word = text === undefined ? words[0] : words.find((each) => each === text)
  if (word === undefined) throw new ClientRegistrationError(`${name} must be one of: ${words.join(', ')}.`)
  return word
}

/** Defaults to all scopes: the user approves each request anyway. Ignores unknown ones (RFC 7591 §2). */
function readScopes(
  scope: string | undefined,
  current: readonly ClientScope[],
  { scopes }: KnownScopes,
): ClientScope[] {
  const asked = new Set(scope?.split(' '))
  const understood = [...scopes.keys()].filter((name) => asked.has(name))
  const names = understood.length > 0 ? understood : namesByDefault(scopes)
  return names.map((name) => current.find((each) => each.name === name) ?? { name, reason: '', required: false })
}

function namesByDefault(scopes: KnownScopes['scopes']): string[] {
  const others = [...scopes.values()].filter(({ resource }) => resource !== undefined).map(({ name }) => name)
  return [...BUILT_IN_SCOPES.scopes.keys(), ...others]
}

/** Leaves out claims that cannot be verified; the answer lists the registered ones. */
function readVerified(claims: readonly string[] = []): VerifiableClaim[] {
  return (['email', 'phone'] as const).filter((claim) => claims.includes(claim))
}

/** They are wishes: unknown ones are left out (OpenID Connect Registration §2). */
function readAcrValues(values: readonly string[] = []) {
  return Object.values(ACR_OF_METHOD).filter((value) => values.includes(value))
}

/** Names an unnamed app after its redirect URI, which it cannot fake. */
function nameFrom([redirectUri = '']: readonly string[]): string {
  const host = URL.canParse(redirectUri) ? new URL(redirectUri).host : ''
  return (host || redirectUri).slice(0, MAXIMUM_NAME_LENGTH) || 'unnamed'
}
