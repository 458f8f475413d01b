import { SCOPE_CATALOGUE } from '@countersign/contracts'
import { type ClaimsKey, readClaimsKey } from '@countersign/data-token'
import type { Logo } from './client.store.ts'
import type { ClientAuthenticationMethod, ClientIdentity, ClientPolicy, ClientScope, PublicJwk } from './client.ts'
import { problemOfEncryptionKey, problemOfKeys } from './client-keys.ts'
import { MAXIMUM_LOGO_BYTES, readLogo } from './client-logo.ts'
import { problemOfRedirectUri } from './redirect-uri.ts'

/** What an app is registered with; what is left out has a default. */
export type ClientRegistration = Partial<ClientPolicy & ClientIdentity> & {
  readonly name: string
  readonly description?: string
  readonly redirectUris: readonly string[]
  readonly scopes: readonly ClientScope[]
  readonly authenticationMethod?: ClientAuthenticationMethod
  /** For `private_key_jwt`. */
  readonly keys?: readonly PublicJwk[]
  /** `null`, in a change, takes it away. */
  readonly claimsEncryptionKey?: PublicJwk | null | undefined
  readonly logo?: Buffer
}

/** A registration with nothing left out. */
export type WholeClient = ClientPolicy &
  ClientIdentity & {
    readonly name: string
    readonly description: string
    readonly redirectUris: readonly string[]
    readonly scopes: readonly ClientScope[]
    readonly authenticationMethod: ClientAuthenticationMethod
    readonly keys: readonly PublicJwk[]
    readonly claimsEncryptionKey: ClaimsKey | undefined
  }

/** A registration that breaks a rule; the message says which, and what would be right (codes of RFC 7591 §3.2.2). */
export class ClientRegistrationError extends Error {
  override readonly name = 'ClientRegistrationError'
  readonly code: 'invalid_client_metadata' | 'invalid_redirect_uri'

  constructor(message: string, code: ClientRegistrationError['code'] = 'invalid_client_metadata') {
    super(message)
    this.code = code
  }
}

const DEFAULTS = {
  description: '',
  authenticationMethod: 'client_secret_post',
  requirePkce: true,
  requirePushedRequests: false,
  dpopBound: false,
  subjectType: 'public',
  idTokenAlgorithm: 'ES256',
  postLogoutRedirectUris: [],
  keys: [],
} as const

const MAXIMUM_NAME_LENGTH = 80
const MAXIMUM_TEXT_LENGTH = 300

/**
 * Fills in the defaults and checks the client as a whole: the one gate that a new and a changed registration both pass.
 * Throws ClientRegistrationError.
 */
export function checkClient(registration: ClientRegistration): WholeClient {
  const key = registration.claimsEncryptionKey ?? undefined
  const problem = problemOfEncryptionKey(key)
  if (problem) throw new ClientRegistrationError(problem)
  // Only what the key needs is kept: that is what goes out to every device.
  const client = { ...DEFAULTS, ...registration, claimsEncryptionKey: key && readClaimsKey(key) }
  checkTexts(client)
  checkRedirectUris(client)
  checkScopes(client.scopes)
  checkAuthentication(client)
  checkKeys(client)
  return client
}

/** Reads a logo by its bytes. Throws ClientRegistrationError. */
export function checkLogo(bytes: Buffer): Logo {
  const logo = readLogo(bytes)
  if (logo) return logo
  throw new ClientRegistrationError(`The logo must be a PNG, JPEG or WebP of at most ${MAXIMUM_LOGO_BYTES / 1024} KiB.`)
}

/**
 * Controls, and what turns or hides the text around it without being seen (UAX #9 §2, UTR #36 §3): on the consent page an
 * app could rewrite what stands beside its words. Joiners stay, since scripts and emoji need them.
 */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/u

function checkVisible(what: string, text: string): void {
  if (UNSEEN.test(text)) throw new ClientRegistrationError(`${what} must hold no control or invisible characters.`)
}

function checkTexts({ name, description }: WholeClient): void {
  checkVisible('The name', name)
  checkVisible('The description', description)
  if (name.trim() === '' || name.length > MAXIMUM_NAME_LENGTH) {
    throw new ClientRegistrationError(`The name must have 1 to ${MAXIMUM_NAME_LENGTH} characters.`)
  }
  if (description.length > MAXIMUM_TEXT_LENGTH) {
    throw new ClientRegistrationError(`The description must have at most ${MAXIMUM_TEXT_LENGTH} characters.`)
  }
}

function checkRedirectUris({ redirectUris, postLogoutRedirectUris }: WholeClient): void {
  if (redirectUris.length === 0) {
    throw new ClientRegistrationError('At least one redirect URI is needed.', 'invalid_redirect_uri')
  }
  refuseWrong('The redirect URI', redirectUris)
  refuseWrong('The post-logout redirect URI', postLogoutRedirectUris)
}

/** Says which one is wrong by its place: what came in is not repeated. */
function refuseWrong(what: string, uris: readonly string[]): void {
  for (const [index, uri] of uris.entries()) {
    const problem = problemOfRedirectUri(uri)
    if (problem) throw new ClientRegistrationError(`${what} number ${index + 1} ${problem}.`, 'invalid_redirect_uri')
  }
}

function checkScopes(scopes: readonly ClientScope[]): void {
  if (scopes.length === 0) throw new ClientRegistrationError('At least one scope is needed, for example email.')
  const known = SCOPE_CATALOGUE.map(({ name }) => name)
  for (const { name, reason } of scopes) {
    if (!known.includes(name)) throw new ClientRegistrationError(`A scope is unknown. There are: ${known.join(', ')}.`)
    checkVisible(`The reason for ${name}`, reason)
    if (reason.length > MAXIMUM_TEXT_LENGTH) {
      throw new ClientRegistrationError(`The reason for ${name} must have at most ${MAXIMUM_TEXT_LENGTH} characters.`)
    }
  }
  if (new Set(scopes.map(({ name }) => name)).size < scopes.length) {
    throw new ClientRegistrationError('Each scope is named once.')
  }
}

function checkAuthentication({ authenticationMethod, requirePkce, keys }: WholeClient): void {
  if (authenticationMethod === 'none' && !requirePkce) {
    throw new ClientRegistrationError(
      'A public client must use PKCE: without a secret, nothing else protects its codes.',
    )
  }
  if ((authenticationMethod === 'private_key_jwt') !== keys.length > 0) {
    throw new ClientRegistrationError('Public keys belong to private_key_jwt, which needs at least one.')
  }
}

function checkKeys({ keys }: WholeClient): void {
  const problem = problemOfKeys(keys)
  if (problem) throw new ClientRegistrationError(problem)
}
