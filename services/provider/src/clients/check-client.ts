import { CLAIM_LIMITS, CLIENT_ATTRIBUTE_ROWS, GRANT_TYPES } from '@countersign/contracts'
import { readClaimsKey } from '@countersign/data-token'
import { withoutOtherMembers } from '@countersign/service/secrets'
import type { KnownScopes } from '../catalogue/scopes/known-scopes.ts'
import { claimsOfScopes } from '../catalogue/scopes/scopes.ts'
import { checkCalledAddress, checkShownAddress } from './check-address.ts'
import { checkText, checkVisible, MAXIMUM_TEXT_LENGTH } from './check-text.ts'
import {
  assertionAlgorithms,
  type ClientDescription,
  type ClientRegistration,
  describeAttributes,
  isBound,
} from './client.ts'
import { ClientRegistrationError } from './client-errors.ts'
import { problemOfEncryptionKey, problemOfKeys } from './client-keys.ts'
import { checkTexts } from './client-texts.ts'
import { problemOfCredentialsQuery } from './credential-requests.ts'
import { problemOfPrivateUseScheme, problemOfRedirectUri } from './redirect-uri.ts'

/**
 * Fills in the defaults. Every new and every changed registration passes here.
 * @throws ClientRegistrationError
 */
export function checkClient(registration: ClientRegistration, known: KnownScopes): ClientDescription {
  const client = complete(registration)
  checkText('name', client.name)
  checkText('description', client.description)
  checkTexts(client.texts)
  checkRedirectUris(client)
  checkAddresses(client)
  checkNoticeAddress('backchannel_logout_uri', client.backchannelLogoutUri)
  checkNoticeAddress('events_uri', client.eventsUri)
  checkIdTokenClaims({ ...client, isSealed: client.claimsEncryptionKey !== undefined })
  checkScopes(client, known)
  checkCredentialRequests(client)
  const broken = RULES.find(([, isBroken]) => isBroken(client))
  if (broken) throw new ClientRegistrationError(broken[0])
  checkKeys(client)
  return { ...client, jwks: { keys: client.jwks.keys.map(withoutOtherMembers) } }
}

function complete(registration: ClientRegistration): ClientDescription {
  const key = registration.claimsEncryptionKey ?? undefined
  const problem = problemOfEncryptionKey(key)
  if (problem) throw new ClientRegistrationError(problem)
  const client = describeAttributes((name, row) => registration[name] ?? row.default)
  return {
    ...client,
    grantTypes: GRANT_TYPES.filter((name) => client.grantTypes.includes(name)),
    // OpenID Connect Registration §2 has RS256; FAPI 2.0 leaves it out.
    idTokenAlgorithm: registration.idTokenAlgorithm ?? (isBound(client) ? 'ES256' : 'RS256'),
    // Other members of the key would go out to every device.
    claimsEncryptionKey: key && readClaimsKey(key),
  }
}

function checkAddresses(client: ClientDescription): void {
  for (const [name, { wire, address }] of CLIENT_ATTRIBUTE_ROWS) {
    const text = client[name]
    if (!address || typeof text !== 'string') continue
    checkShownAddress(wire, text)
    if (address === 'called') checkCalledAddress(wire, text)
  }
}

/** OpenID Connect Back-Channel Logout §2.2. The caller decides whether loopback addresses are allowed. */
function checkNoticeAddress(wire: string, uri: string | undefined): void {
  if (uri === undefined) return
  const problem = problemOfRedirectUri(uri)
  if (problem) throw new ClientRegistrationError(`The ${wire} ${problem}.`)
  if (!/^https?:/.test(uri)) {
    throw new ClientRegistrationError(`The ${wire} must be https, or http on 127.0.0.1, [::1] or localhost.`)
  }
  if (uri.startsWith('https:')) checkCalledAddress(wire, uri)
}

/** @throws ClientRegistrationError; call before creating an encryption key for an app */
export function checkIdTokenClaims({ idTokenClaims, isSealed }: { idTokenClaims: boolean; isSealed: boolean }): void {
  if (!idTokenClaims || !isSealed) return
  throw new ClientRegistrationError(
    'Only the app can read sealed claims, so no id_token has them. Leave out id_token_claims, or the claims_encryption_jwk: on the command line, add --plain.',
  )
}

function checkRedirectUris(client: ClientDescription): void {
  const { redirectUris, privateUseSchemes, grantTypes } = client
  if (redirectUris.length === 0 && grantTypes.includes('authorization_code')) {
    throw new ClientRegistrationError('At least one redirect URI is needed.', 'invalid_redirect_uri')
  }
  for (const [index, scheme] of privateUseSchemes.entries()) {
    const problem = problemOfPrivateUseScheme(scheme)
    if (problem) throw new ClientRegistrationError(`The private-use scheme number ${index + 1} ${problem}.`)
  }
  for (const [name, { redirects }] of CLIENT_ATTRIBUTE_ROWS) {
    if (redirects) checkEach(redirects, client[name], privateUseSchemes)
  }
}

/** A refusal names the URI by its place, because it must not repeat input. */
function checkEach(redirects: string, uris: unknown, privateUseSchemes: readonly string[]): void {
  if (!Array.isArray(uris)) return
  for (const [index, uri] of uris.entries()) {
    const problem = problemOfRedirectUri(uri, privateUseSchemes)
    if (!problem) continue
    throw new ClientRegistrationError(`The ${redirects} number ${index + 1} ${problem}.`, 'invalid_redirect_uri')
  }
}

function checkScopes(client: ClientDescription, known: KnownScopes): void {
  const { scopes, grantTypes, verifiedClaimsRequired } = client
  if (scopes.length === 0 && grantTypes.length > 0) {
    throw new ClientRegistrationError('At least one scope is needed, for example email.')
  }
  for (const { name, reason } of scopes) {
    if (!known.scopes.has(name)) {
      throw new ClientRegistrationError(`A scope is unknown. There are: ${[...known.scopes.keys()].join(', ')}.`)
    }
    checkVisible(`The reason for ${name}`, reason)
    if (reason.length > MAXIMUM_TEXT_LENGTH) {
      throw new ClientRegistrationError(`The reason for ${name} must have at most ${MAXIMUM_TEXT_LENGTH} characters.`)
    }
  }
  const names = scopes.map(({ name }) => name)
  if (new Set(names).size < names.length) throw new ClientRegistrationError('Each scope is named once.')
  const claims = claimsOfScopes(names, known)
  if (new Set(claims).size > CLAIM_LIMITS.maxClaims) {
    throw new ClientRegistrationError(
      `The scopes release more than ${CLAIM_LIMITS.maxClaims} claims, which is all that one approval can carry: leave some out.`,
    )
  }
  if (verifiedClaimsRequired.every((claim) => claims.includes(claim))) return
  throw new ClientRegistrationError('A claim that must be verified belongs to one of its scopes: email, or phone.')
}

function checkCredentialRequests({ credentialsRequested, claimsEncryptionKey, scopes }: ClientDescription): void {
  const problem = problemOfCredentialsQuery(credentialsRequested, claimsEncryptionKey !== undefined)
  if (problem) throw new ClientRegistrationError(problem)
  if (credentialsRequested && !scopes.some(({ name }) => name === 'openid')) {
    throw new ClientRegistrationError(
      'An app that asks for credentials has the scope openid: they go along with an approval.',
    )
  }
  for (const { reason = '' } of credentialsRequested?.credentials ?? [])
    checkVisible('The reason of a credential', reason)
}

type Rule = readonly [message: string, isBroken: (client: ClientDescription) => boolean]

const RULES: readonly Rule[] = [
  [
    'backchannel_logout_session_required needs a backchannel_logout_uri.',
    (client) => client.backchannelLogoutSessionRequired && client.backchannelLogoutUri === undefined,
  ],
  [
    'keeps_up_to_date needs a claims_encryption_jwk: devices send changes sealed for the app alone.',
    (client) => client.keepsUpToDate && client.claimsEncryptionKey === undefined,
  ],
  [
    'events_uri needs keeps_up_to_date: it is told of changes alone.',
    (client) => client.eventsUri !== undefined && !client.keepsUpToDate,
  ],
  [
    // FAPI 2.0 Security Profile §5.4.1 leaves PKCS #1 v1.5 out.
    'A client that is bound to pushed requests and to DPoP has its id_tokens signed by ES256 (FAPI 2.0 §5.4).',
    (client) => isBound(client) && client.idTokenAlgorithm === 'RS256',
  ],
  [
    'A public client must use PKCE: without a secret, nothing else protects its codes.',
    ({ authenticationMethod, requirePkce }) => authenticationMethod === 'none' && !requirePkce,
  ],
  [
    'Public keys belong to private_key_jwt, which needs at least one, as jwks or at its jwks_uri.',
    ({ authenticationMethod, jwks, keysUri }) =>
      (authenticationMethod === 'private_key_jwt') !== (jwks.keys.length > 0 || keysUri !== undefined),
  ],
  [
    'Name jwks or jwks_uri, not both (RFC 7591 §2).',
    ({ jwks, keysUri }) => jwks.keys.length > 0 && keysUri !== undefined,
  ],
  [
    // RFC 6749 §4.4: only a client that authenticates may use client credentials.
    'client_credentials needs a client with a secret or a key.',
    ({ authenticationMethod, grantTypes }) =>
      authenticationMethod === 'none' && grantTypes.includes('client_credentials'),
  ],
]

function checkKeys(client: ClientDescription): void {
  const problem = problemOfKeys(client.jwks.keys, assertionAlgorithms(client))
  if (problem) throw new ClientRegistrationError(problem)
}
