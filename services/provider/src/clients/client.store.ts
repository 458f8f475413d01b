import type { Sql } from '@countersign/service'
import type { Client, ClientAuthenticationMethod, ClientScope } from './client.ts'

export type Logo = { readonly bytes: Buffer; readonly type: string }

export type NewClient = Omit<Client, 'secretHashes' | 'createdAt'> & {
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
  require_pkce: boolean
  created_at: Date
  secret_hashes: Buffer[]
}

/** The client with the hashes of the secrets that are valid now. */
export async function findClient(sql: Sql, clientId: string): Promise<Client | undefined> {
  const [row] = await sql<ClientRow>`
    select client_id, name, description, redirect_uris, scopes, token_endpoint_auth_method, require_pkce, created_at,
           array(select secret_hash from provider.client_secrets s
                  where s.client_id = c.client_id and (s.expires_at is null or s.expires_at > now())) as secret_hashes
      from provider.clients c
     where client_id = ${clientId}`
  return row && toClient(row)
}

export async function listClients(sql: Sql): Promise<Client[]> {
  const rows = await sql<ClientRow>`
    select client_id, name, description, redirect_uris, scopes, token_endpoint_auth_method, require_pkce, created_at,
           array(select secret_hash from provider.client_secrets s
                  where s.client_id = c.client_id and (s.expires_at is null or s.expires_at > now())) as secret_hashes
      from provider.clients c
     order by created_at, client_id`
  return rows.map(toClient)
}

export async function findLogo(
  sql: Sql,
  clientId: string,
): Promise<{ name: string; logo: Logo | undefined } | undefined> {
  const [row] = await sql<{ name: string; logo: Buffer | null; logo_type: string | null }>`
    select name, logo, logo_type from provider.clients where client_id = ${clientId}`
  if (!row) return undefined
  const logo = row.logo && row.logo_type ? { bytes: row.logo, type: row.logo_type } : undefined
  return { name: row.name, logo }
}

/** Stores a client together with its first secret: both, or neither. */
export async function insertClient(sql: Sql, client: NewClient): Promise<void> {
  await sql`
    with client as (
      insert into provider.clients
             (client_id, name, description, redirect_uris, scopes, token_endpoint_auth_method, require_pkce, logo, logo_type)
      values (${client.clientId}, ${client.name}, ${client.description}, ${client.redirectUris},
              ${JSON.stringify(client.scopes)}, ${client.authenticationMethod}, ${client.requirePkce},
              ${client.logo?.bytes ?? null}, ${client.logo?.type ?? null})
      returning client_id
    )
    insert into provider.client_secrets (secret_hash, client_id)
    select ${client.secretHash ?? null}::bytea, client_id from client where ${client.secretHash ?? null}::bytea is not null`
}

/** Adds a secret and gives the older ones `overlapSeconds` more to live, at most. Answers whether there is such a client. */
export async function replaceSecret(
  sql: Sql,
  clientId: string,
  secretHash: Buffer,
  overlapSeconds: number,
): Promise<boolean> {
  return sql.transaction(async (transaction) => {
    await transaction`
      update provider.client_secrets
         set expires_at = least(expires_at, now() + make_interval(secs => ${overlapSeconds}))
       where client_id = ${clientId}`
    const added = await transaction`
      insert into provider.client_secrets (secret_hash, client_id)
      select ${secretHash}, client_id from provider.clients
       where client_id = ${clientId} and token_endpoint_auth_method <> 'none'
      returning client_id`
    return added.length > 0
  })
}

/** Removes a client and ends everything that was issued to it. Answers whether there was one. */
export async function deleteClient(sql: Sql, clientId: string): Promise<boolean> {
  return sql.transaction(async (transaction) => {
    await transaction`delete from provider.authorization_requests where client_id = ${clientId}`
    await transaction`delete from provider.authorization_codes where client_id = ${clientId}`
    await transaction`update provider.grants set revoked_at = now() where client_id = ${clientId} and revoked_at is null`
    const removed = await transaction`delete from provider.clients where client_id = ${clientId} returning client_id`
    return removed.length > 0
  })
}

function toClient(row: ClientRow): Client {
  return {
    clientId: row.client_id,
    name: row.name,
    description: row.description,
    redirectUris: row.redirect_uris,
    scopes: row.scopes,
    authenticationMethod: row.token_endpoint_auth_method,
    requirePkce: row.require_pkce,
    secretHashes: row.secret_hashes,
    createdAt: row.created_at,
  }
}
