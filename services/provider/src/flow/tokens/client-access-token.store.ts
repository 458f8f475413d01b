import type { Sql } from '@countersign/service/sql'
import { findRow } from '../../ground/rows.ts'

/** A client's own token is looked up by its id and the hash of the whole. */
export type ClientTokenKey = { readonly tokenId: string; readonly tokenHash: Buffer }

type ClientToken = {
  readonly clientId: string
  readonly scopes: readonly string[]
  readonly audience: string
  readonly jkt: string | undefined
}

type NewClientToken = ClientTokenKey & ClientToken & { readonly lifetimeSeconds: number }

export async function insertClientAccessToken(sql: Sql, token: NewClientToken): Promise<void> {
  await sql`
    insert into provider.client_access_tokens (token_id, token_hash, client_id, scopes, audience, jkt, expires_at)
    values (${token.tokenId}, ${token.tokenHash}, ${token.clientId}, ${token.scopes}, ${token.audience},
            ${token.jkt ?? null}, now() + make_interval(secs => ${token.lifetimeSeconds}))`
}

/** Times in Unix seconds. */
type ActiveClientToken = ClientToken & { readonly issuedAt: number; readonly expiresAt: number }

/** Finds an active token for its own client or its resource server's, unless that was registered later. */
export async function findClientAccessToken(sql: Sql, { tokenId, tokenHash }: ClientTokenKey, askingClientId: string) {
  return findRow(sql<ActiveClientToken>`
    select client_id as "clientId", scopes, audience, jkt,
           floor(extract(epoch from created_at))::float8 as "issuedAt",
           floor(extract(epoch from expires_at))::float8 as "expiresAt"
      from provider.client_access_tokens t
     where token_id = ${tokenId} and token_hash = ${tokenHash} and expires_at > now()
       and exists (select from provider.resource_servers s
                    where s.resource = t.audience and s.created_at <= t.created_at
                      and ${askingClientId} in (s.client_id, t.client_id))`)
}

export async function deleteClientAccessToken(sql: Sql, { tokenId, tokenHash }: ClientTokenKey, clientId: string) {
  await sql`
    delete from provider.client_access_tokens
     where token_id = ${tokenId} and token_hash = ${tokenHash} and client_id = ${clientId}`
}
