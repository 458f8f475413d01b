import type { ClientScope, CredentialRequest, GrantType, PublicJwk, VerifiableClaim } from '@countersign/contracts'
import type { ClaimsKey } from '@countersign/data-token'
import { type Sql, sqlText, type Transaction } from '@countersign/service/sql'
import { tellOfClientChange } from '../ground/changes.store.ts'
import type { Client, ClientAuthenticationMethod } from './client.ts'

export type Logo = { readonly bytes: Buffer; readonly type: string }

/** What an app is described with; the rest comes with time, and by the way that it was registered. */
type DescribedClient = Omit<Client, 'secretHashes' | 'createdAt' | 'isVouchedFor' | 'owner' | 'disabledAt'>

export type NewClient = DescribedClient & {
  readonly secretHash: Buffer | undefined
  readonly logo: Logo | undefined
}

type ClientRow = {
  client_id: string
  name: string
  description: string
  redirect_uris: string[]
  scopes: ClientScope[]
  token_endpoint_auth_method: ClientAuthenticationMethod
  grant_types: GrantType[]
  require_pkce: boolean
  require_pushed_authorization_requests: boolean
  dpop_bound_access_tokens: boolean
  jwks: PublicJwk[] | null
  jwks_uri: string | null
  policy_uri: string | null
  tos_uri: string | null
  sector_identifier_uri: string | null
  id_token_claims: boolean
  private_use_schemes: string[]
  verified_claims_required: VerifiableClaim[]
  credentials_requested: CredentialRequest[]
  subject_type: Client['subjectType']
  id_token_signed_response_alg: Client['idTokenAlgorithm']
  claims_encryption_jwk: ClaimsKey | null
  post_logout_redirect_uris: string[]
  backchannel_logout_uri: string | null
  backchannel_logout_session_required: boolean
  registration_access_token_hash: Buffer | null
  owner: string | null
  disabled_at: Date | null
  created_at: Date
  secret_hashes: Buffer[]
}

const CLIENT = sqlText`
    client_id, name, description, redirect_uris, scopes, token_endpoint_auth_method, grant_types, require_pkce,
    require_pushed_authorization_requests, dpop_bound_access_tokens, jwks, jwks_uri, policy_uri, tos_uri,
    sector_identifier_uri, id_token_claims, private_use_schemes, verified_claims_required, credentials_requested,
    subject_type, id_token_signed_response_alg, claims_encryption_jwk, post_logout_redirect_uris,
    backchannel_logout_uri, backchannel_logout_session_required,
    registration_access_token_hash, owner, disabled_at, created_at,
    array(select secret_hash from provider.client_secrets s
           where s.client_id = c.client_id and (s.expires_at is null or s.expires_at > now())) as secret_hashes`

/** The client with the hashes of the secrets that are valid now. */
export async function findClient(sql: Sql, clientId: string): Promise<Client | undefined> {
  const [row] = await sql<ClientRow>`select ${CLIENT} from provider.clients c where client_id = ${clientId}`
  return row && toClient(row)
}

/** The client, whose row stays locked until the transaction ends. */
export async function findClientForUpdate(transaction: Transaction, clientId: string): Promise<Client | undefined> {
  await transaction`select 1 from provider.clients where client_id = ${clientId} for update`
  return findClient(transaction, clientId)
}

export async function listClients(sql: Sql): Promise<Client[]> {
  const rows = await sql<ClientRow>`select ${CLIENT} from provider.clients c order by created_at, client_id`
  return rows.map(toClient)
}

/** All clients, none of which changes, nor another one comes, until the transaction ends. */
export async function listClientsForUpdate(transaction: Transaction): Promise<Client[]> {
  await transaction`lock table provider.clients in share row exclusive mode`
  return listClients(transaction)
}

/** Where a page of clients ends: the next one begins behind it. */
export type ClientPosition = { readonly createdAt: string; readonly clientId: string }

export type ClientPage = { readonly clients: readonly Client[]; readonly next: ClientPosition | undefined }

/** Which clients; all that is left out does not matter. */
export type ClientFilter = { readonly owner?: string | undefined; readonly search?: string | undefined }

/** A page of clients, the newest first. */
export async function listClientPage(
  sql: Sql,
  { owner, search }: ClientFilter,
  { limit, after }: { readonly limit: number; readonly after?: ClientPosition | undefined },
): Promise<ClientPage> {
  // The time travels as text: a Date would lose its microseconds, and with them a row.
  const rows = await sql<ClientRow & { position: string }>`
    select ${CLIENT}, created_at::text as position
      from provider.clients c
     where (${after?.createdAt ?? null}::text is null
            or (created_at, client_id) < (${after?.createdAt ?? null}::text::timestamptz, ${after?.clientId ?? null}))
       and (${owner ?? null}::text is null or owner = ${owner ?? null})
       and (${search ?? null}::text is null or client_id = ${search ?? null}
            or strpos(lower(name), lower(${search ?? null})) > 0)
     order by created_at desc, client_id desc
     limit ${limit + 1}`
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return { clients: page.map(toClient), next: last && { createdAt: last.position, clientId: last.client_id } }
}

/** Stores a client together with its first secret: both, or neither. */
export async function insertClient(sql: Sql, client: NewClient): Promise<void> {
  await sql`
    with client as (
      insert into provider.clients
             (client_id, name, description, redirect_uris, scopes, token_endpoint_auth_method, logo, logo_type,
              require_pkce, require_pushed_authorization_requests, dpop_bound_access_tokens, jwks,
              subject_type, id_token_signed_response_alg, claims_encryption_jwk, post_logout_redirect_uris,
              jwks_uri, policy_uri, tos_uri, sector_identifier_uri, id_token_claims, private_use_schemes,
              verified_claims_required, credentials_requested, grant_types, backchannel_logout_uri,
              backchannel_logout_session_required)
      values (${client.clientId}, ${client.name}, ${client.description}, ${client.redirectUris},
              ${JSON.stringify(client.scopes)}, ${client.authenticationMethod},
              ${client.logo?.bytes ?? null}, ${client.logo?.type ?? null},
              ${client.requirePkce}, ${client.requirePushedRequests}, ${client.dpopBound},
              ${client.keys.length > 0 ? JSON.stringify(client.keys) : null},
              ${client.subjectType}, ${client.idTokenAlgorithm},
              ${client.claimsEncryptionKey ? JSON.stringify(client.claimsEncryptionKey) : null},
              ${client.postLogoutRedirectUris}, ${client.keysUri ?? null}, ${client.policyUri ?? null},
              ${client.tosUri ?? null}, ${client.sectorIdentifierUri ?? null}, ${client.idTokenClaims},
              ${client.privateUseSchemes}, ${client.verifiedClaimsRequired},
              ${JSON.stringify(client.credentialsRequested)}, ${client.grantTypes}, ${client.backchannelLogoutUri ?? null},
              ${client.backchannelLogoutSessionRequired})
      returning client_id
    )
    insert into provider.client_secrets (secret_hash, client_id)
    select ${client.secretHash ?? null}::bytea, client_id from client where ${client.secretHash ?? null}::bytea is not null`
}

/** Stores all of a client's attributes but its logo and its secrets. */
export async function updateClientRow(sql: Transaction, client: DescribedClient): Promise<void> {
  await sql`
    update provider.clients
       set name = ${client.name}, description = ${client.description}, redirect_uris = ${client.redirectUris},
           scopes = ${JSON.stringify(client.scopes)}, token_endpoint_auth_method = ${client.authenticationMethod},
           require_pkce = ${client.requirePkce},
           require_pushed_authorization_requests = ${client.requirePushedRequests},
           dpop_bound_access_tokens = ${client.dpopBound},
           jwks = ${client.keys.length > 0 ? JSON.stringify(client.keys) : null},
           subject_type = ${client.subjectType}, id_token_signed_response_alg = ${client.idTokenAlgorithm},
           claims_encryption_jwk = ${client.claimsEncryptionKey ? JSON.stringify(client.claimsEncryptionKey) : null},
           post_logout_redirect_uris = ${client.postLogoutRedirectUris}, jwks_uri = ${client.keysUri ?? null},
           policy_uri = ${client.policyUri ?? null}, tos_uri = ${client.tosUri ?? null},
           sector_identifier_uri = ${client.sectorIdentifierUri ?? null}, id_token_claims = ${client.idTokenClaims},
           private_use_schemes = ${client.privateUseSchemes},
           verified_claims_required = ${client.verifiedClaimsRequired},
           credentials_requested = ${JSON.stringify(client.credentialsRequested)}, grant_types = ${client.grantTypes},
           backchannel_logout_uri = ${client.backchannelLogoutUri ?? null},
           backchannel_logout_session_required = ${client.backchannelLogoutSessionRequired}
     where client_id = ${client.clientId}`
  await tellOfClientChange(sql, client.clientId)
}

/** Sets or takes away the logo. Answers whether there is such a client. */
export async function updateLogo(sql: Sql, clientId: string, logo: Logo | undefined): Promise<boolean> {
  const changed = await sql`
    update provider.clients set logo = ${logo?.bytes ?? null}, logo_type = ${logo?.type ?? null}
     where client_id = ${clientId} returning client_id`
  if (changed.length > 0) await tellOfClientChange(sql, clientId)
  return changed.length > 0
}

/** Has a client refused, or takes it up again; a second time changes nothing. Answers whether there is such a client. */
export async function setDisabled(sql: Sql, clientId: string, isDisabled: boolean): Promise<boolean> {
  const known = await sql`select 1 from provider.clients where client_id = ${clientId}`
  if (known.length === 0) return false
  // Two statements, since a cluster writes no clock within `case` or `coalesce`.
  if (isDisabled) {
    await sql`update provider.clients set disabled_at = now() where client_id = ${clientId} and disabled_at is null`
  } else {
    await sql`update provider.clients set disabled_at = null where client_id = ${clientId}`
  }
  await tellOfClientChange(sql, clientId)
  return true
}

function toClient(row: ClientRow): Client {
  return {
    clientId: row.client_id,
    name: row.name,
    description: row.description,
    redirectUris: row.redirect_uris,
    scopes: row.scopes,
    authenticationMethod: row.token_endpoint_auth_method,
    grantTypes: row.grant_types,
    requirePkce: row.require_pkce,
    requirePushedRequests: row.require_pushed_authorization_requests,
    dpopBound: row.dpop_bound_access_tokens,
    keys: row.jwks ?? [],
    keysUri: row.jwks_uri ?? undefined,
    policyUri: row.policy_uri ?? undefined,
    tosUri: row.tos_uri ?? undefined,
    sectorIdentifierUri: row.sector_identifier_uri ?? undefined,
    idTokenClaims: row.id_token_claims,
    privateUseSchemes: row.private_use_schemes,
    verifiedClaimsRequired: row.verified_claims_required,
    credentialsRequested: row.credentials_requested,
    subjectType: row.subject_type,
    idTokenAlgorithm: row.id_token_signed_response_alg,
    claimsEncryptionKey: row.claims_encryption_jwk ?? undefined,
    postLogoutRedirectUris: row.post_logout_redirect_uris,
    backchannelLogoutUri: row.backchannel_logout_uri ?? undefined,
    backchannelLogoutSessionRequired: row.backchannel_logout_session_required,
    secretHashes: row.secret_hashes,
    isVouchedFor: row.registration_access_token_hash === null && row.owner === null,
    // Empty where the developer's account has ended: the app is nobody's then, and still not vouched for.
    owner: row.owner || undefined,
    disabledAt: row.disabled_at ?? undefined,
    createdAt: row.created_at,
  }
}
