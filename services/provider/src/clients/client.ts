import { CLIENT_ATTRIBUTE_ROWS, type ClientAttributes, type GrantType, type PublicJwk } from '@countersign/contracts'
import type { ClaimsKey } from '@countersign/data-token'
import { OAuthError } from '@countersign/service/errors'
import { SIGNING_ALGORITHMS } from '@countersign/service/secrets'
import type { Static, TSchema } from 'typebox'
import { isClientIdUrl } from '../ground/client-id-url.ts'

type Frozen<Value> = Value extends readonly (infer Item)[] ? readonly Item[] : Value
type FromSchema<Row> = Row extends { schema: infer Schema extends TSchema } ? Frozen<Static<Schema>> : string
type Removable<Row, Absent> = Row extends { isRemovable: true } ? Absent : never
/** A JWK has more members than its schema names. */
type Jwks = { readonly jwks: { readonly keys: readonly PublicJwk[] }; readonly claimsEncryptionKey: PublicJwk }
type Values = {
  readonly [Name in keyof ClientAttributes]: Name extends keyof Jwks ? Jwks[Name] : FromSchema<ClientAttributes[Name]>
}

type Described = { readonly [Name in keyof Values]: Values[Name] | Removable<ClientAttributes[Name], undefined> }

export type ClientDescription = Omit<Described, 'claimsEncryptionKey'> & {
  readonly claimsEncryptionKey: ClaimsKey | undefined
}

/** A value for each attribute, which has the type that its row says: TypeScript cannot type a loop over names. */
export function describeAttributes(
  valueOf: (...row: (typeof CLIENT_ATTRIBUTE_ROWS)[number]) => unknown,
): ClientDescription {
  return Object.fromEntries(CLIENT_ATTRIBUTE_ROWS.map((row) => [row[0], valueOf(...row)])) as ClientDescription
}

/** A change of a client: an attribute that is left out stays, and `null` removes one. */
export type ClientChanges = {
  readonly [Name in keyof Values]?: Values[Name] | Removable<ClientAttributes[Name], null | undefined>
} & { readonly logo?: Buffer }

/** A new client; an attribute that is left out has the default of its row. */
export type ClientRegistration = Omit<ClientChanges, 'name' | 'scopes'> & Pick<ClientDescription, 'name' | 'scopes'>

/** A registered app. The service knows its secrets by their hashes only. */
export type Client = ClientDescription & {
  readonly clientId: string
  readonly secretHashes: readonly Buffer[]
  /** Registered by an administrator, not by dynamic registration (RFC 7591) or a developer. */
  readonly isVouchedFor: boolean
  /** The developer's user id; undefined for an administrator's app. */
  readonly owner: string | undefined
  readonly disabledAt: Date | undefined
  readonly createdAt: Date
}

/** How a client authenticates (RFC 7591 §2). Either registered secret method accepts both the body and HTTP Basic. */
export type ClientAuthenticationMethod = Client['authenticationMethod']

type Bindings = Pick<Client, 'requirePushedRequests' | 'dpopBound'>

/** Whether the client uses PAR and DPoP as FAPI 2.0 asks, so that the profile's stricter rules hold for it. */
export function isBound({ requirePushedRequests, dpopBound }: Bindings): boolean {
  return requirePushedRequests && dpopBound
}

export function assertionAlgorithms(client: Bindings): readonly string[] {
  return isBound(client) ? SIGNING_ALGORITHMS : ASSERTION_ALGORITHMS
}

export function hasSecret({ authenticationMethod }: Pick<Client, 'authenticationMethod'>): boolean {
  return authenticationMethod === 'client_secret_post' || authenticationMethod === 'client_secret_basic'
}

/**
 * Keeps the tokens of a disabled client: they work again once it is enabled.
 * @throws `unauthorized_client`
 */
export function requireEnabled(client: Client): Client {
  if (!client.disabledAt) return client
  throw new OAuthError('unauthorized_client', 'This app is disabled here. The operator can say why.')
}

/** @throws `unauthorized_client` (RFC 6749 §4.1.2.1, §5.2) */
export function requireGrantType({ grantTypes }: Client, grantType: GrantType): void {
  if (grantTypes.includes(grantType)) return
  throw new OAuthError('unauthorized_client', `This client is not registered for the grant type ${grantType}.`)
}

export type SectorClient = Pick<Client, 'clientId' | 'redirectUris' | 'sectorIdentifierUri'>

/**
 * Apps of a sector share a user's pairwise subject (OpenID Connect Core §8.1). An app described by a document has its
 * own: its author could list another app's redirect URI between two tokens.
 */
export function sectorOf({ clientId, redirectUris, sectorIdentifierUri }: SectorClient): string {
  if (isClientIdUrl(clientId)) return `client:${clientId}`
  if (sectorIdentifierUri !== undefined) return new URL(sectorIdentifierUri).host
  const urls = redirectUris.map((uri) => new URL(uri))
  const [host, ...others] = new Set(urls.map((url) => url.host))
  const isOneSite = host !== undefined && others.length === 0 && urls.every(({ protocol }) => protocol === 'https:')
  return isOneSite ? host : `client:${clientId}`
}

/** RS256 too for clients not bound to PAR and DPoP: most libraries' default. */
export const ASSERTION_ALGORITHMS = [...SIGNING_ALGORITHMS, 'RS256'] as const
