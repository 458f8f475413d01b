import type { ClientAttributes, PublicJwk } from '@countersign/contracts'
import type { ClaimsKey } from '@countersign/data-token'
import { SIGNING_ALGORITHMS } from '@countersign/service/secrets'
import type { Static, TSchema } from 'typebox'
import { ASSERTION_ALGORITHMS } from '../ground/jwt/assertion-algorithms.ts'

type Frozen<Value> = Value extends readonly (infer Item)[] ? readonly Item[] : Value
type FromSchema<Row> = Row extends { schema: infer Schema extends TSchema } ? Frozen<Static<Schema>> : string
type Removable<Row, Absent> = Row extends { isRemovable: true } ? Absent : never
/** A JWK has more members than its schema names. */
type Jwks = { readonly jwks: { readonly keys: readonly PublicJwk[] }; readonly claimsEncryptionKey: PublicJwk }
type Values = {
  readonly [Name in keyof ClientAttributes]: Name extends keyof Jwks ? Jwks[Name] : FromSchema<ClientAttributes[Name]>
}

type Described = { readonly [Name in keyof Values]: Values[Name] | Removable<ClientAttributes[Name], undefined> }

/** A client's validated attributes, all present. */
export type ClientDescription = Omit<Described, 'claimsEncryptionKey'> & {
  /** The app's public key for sealed claims: people's devices encrypt to it. */
  readonly claimsEncryptionKey: ClaimsKey | undefined
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
  /** Its requests are refused from then on. */
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

/** Algorithms that a client may sign its assertions with. */
export function assertionAlgorithms(client: Bindings): readonly string[] {
  return isBound(client) ? SIGNING_ALGORITHMS : ASSERTION_ALGORITHMS
}

/** Whether the client authenticates with a secret. */
export function hasSecret({ authenticationMethod }: Pick<Client, 'authenticationMethod'>): boolean {
  return authenticationMethod === 'client_secret_post' || authenticationMethod === 'client_secret_basic'
}
