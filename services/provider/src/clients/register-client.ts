import { randomUUID } from 'node:crypto'
import { SCOPE_CATALOGUE } from '@countersign/contracts'
import { newSecret, type Sql, sha256 } from '@countersign/service'
import { insertClient, type Logo } from './client.store.ts'
import {
  type ClientAuthenticationMethod,
  type ClientIdentity,
  type ClientPolicy,
  type ClientScope,
  hasSecret,
  type PublicJwk,
} from './client.ts'
import { problemOfEncryptionKey, problemOfKeys } from './client-keys.ts'
import { MAXIMUM_LOGO_BYTES, readLogo } from './client-logo.ts'
import { replaceSecret } from './client-secret.store.ts'
import { problemOfRedirectUri } from './redirect-uri.ts'

export type ClientRegistration = Partial<ClientPolicy & ClientIdentity> & {
  readonly name: string
  readonly description?: string
  readonly redirectUris: readonly string[]
  readonly scopes: readonly ClientScope[]
  readonly authenticationMethod?: ClientAuthenticationMethod
  /** For `private_key_jwt`. */
  readonly keys?: readonly PublicJwk[]
  readonly claimsEncryptionKey?: PublicJwk
  readonly logo?: Buffer
}

export type RegisteredClient = {
  readonly clientId: string
  /** Shown once: only its hash is kept. Absent for a public client. */
  readonly clientSecret: string | undefined
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

/** A registration that breaks a rule; the message says which, and what would be right. */
export class ClientRegistrationError extends Error {
  override readonly name = 'ClientRegistrationError'
}

const MAXIMUM_NAME_LENGTH = 80
const MAXIMUM_TEXT_LENGTH = 300

/** Registers an app and answers with its credentials. Throws ClientRegistrationError. */
export async function registerClient(sql: Sql, registration: ClientRegistration): Promise<RegisteredClient> {
  checkTexts(registration)
  checkRedirectUris(registration.redirectUris)
  checkScopes(registration.scopes)
  checkAuthentication(registration)
  const clientId = randomUUID()
  const client = { ...DEFAULTS, ...registration, clientId, claimsEncryptionKey: registration.claimsEncryptionKey }
  const clientSecret = hasSecret(client) ? newSecret('cs_cs_') : undefined
  const secretHash = clientSecret === undefined ? undefined : sha256(clientSecret)
  await insertClient(sql, { ...client, secretHash, logo: checkLogo(registration.logo) })
  return { clientId, clientSecret }
}

/** Gives a client a new secret; the older ones keep working for `overlapSeconds`. Throws ClientRegistrationError. */
export async function rotateClientSecret(sql: Sql, clientId: string, overlapSeconds: number): Promise<string> {
  const clientSecret = newSecret('cs_cs_')
  if (await replaceSecret(sql, clientId, sha256(clientSecret), overlapSeconds)) return clientSecret
  throw new ClientRegistrationError('There is no client with this client_id that has a secret.')
}

function checkAuthentication({
  authenticationMethod = 'client_secret_post',
  requirePkce = true,
  keys = [],
  claimsEncryptionKey,
}: ClientRegistration): void {
  if (authenticationMethod === 'none' && !requirePkce) {
    throw new ClientRegistrationError(
      'A public client must use PKCE: without a secret, nothing else protects its codes.',
    )
  }
  if ((authenticationMethod === 'private_key_jwt') !== keys.length > 0) {
    throw new ClientRegistrationError('Public keys belong to private_key_jwt, which needs at least one.')
  }
  const problem = problemOfKeys(keys) ?? problemOfEncryptionKey(claimsEncryptionKey)
  if (problem) throw new ClientRegistrationError(problem)
}

function checkTexts({ name, description = '' }: ClientRegistration): void {
  if (name.trim() === '' || name.length > MAXIMUM_NAME_LENGTH) {
    throw new ClientRegistrationError(`The name must have 1 to ${MAXIMUM_NAME_LENGTH} characters.`)
  }
  if (description.length > MAXIMUM_TEXT_LENGTH) {
    throw new ClientRegistrationError(`The description must have at most ${MAXIMUM_TEXT_LENGTH} characters.`)
  }
}

function checkRedirectUris(redirectUris: readonly string[]): void {
  if (redirectUris.length === 0) throw new ClientRegistrationError('At least one redirect URI is needed.')
  for (const uri of redirectUris) {
    const problem = problemOfRedirectUri(uri)
    if (problem) throw new ClientRegistrationError(`The redirect URI ${uri} ${problem}.`)
  }
}

function checkScopes(scopes: readonly ClientScope[]): void {
  if (scopes.length === 0) throw new ClientRegistrationError('At least one scope is needed, for example email.')
  const known = SCOPE_CATALOGUE.map(({ name }) => name)
  for (const { name, reason } of scopes) {
    if (!known.includes(name))
      throw new ClientRegistrationError(`The scope ${name} is unknown. There are: ${known.join(', ')}.`)
    if (reason.length > MAXIMUM_TEXT_LENGTH) {
      throw new ClientRegistrationError(`The reason for ${name} must have at most ${MAXIMUM_TEXT_LENGTH} characters.`)
    }
  }
  if (new Set(scopes.map(({ name }) => name)).size < scopes.length) {
    throw new ClientRegistrationError('Each scope is named once.')
  }
}

function checkLogo(bytes: Buffer | undefined): Logo | undefined {
  if (bytes === undefined) return undefined
  const logo = readLogo(bytes)
  if (logo) return logo
  throw new ClientRegistrationError(`The logo must be a PNG, JPEG or WebP of at most ${MAXIMUM_LOGO_BYTES / 1024} KiB.`)
}
