import type { Sql } from '@countersign/service/sql'
import type { KeyedToken } from './keyed-token.ts'

/** A user's grant to a client, and the seconds left if they chose an end. */
export type Allowed = {
  readonly userId: string
  readonly scopes: readonly string[]
  readonly secondsLeft: number | undefined
}

type Row = { user_id: string; scopes: string[]; seconds_left: number | null }

/** By a code, valid or not: spending decides that. */
export async function findAllowedByCode(
  sql: Sql,
  { grantId, tokenHash }: KeyedToken,
  clientId: string,
): Promise<Allowed | undefined> {
  const [row] = await sql<Row>`
    select user_id, approved_scopes as scopes, extract(epoch from grant_ends_at - now())::int as seconds_left
      from provider.authorization_requests
     where auth_request_id = ${grantId} and code_hash = ${tokenHash} and client_id = ${clientId}`
  return row && toAllowed(row)
}

/** By a refresh token, valid or not. Needs the whole token: its grant's id alone proves nothing. */
export async function findAllowedByRefreshToken(
  sql: Sql,
  { grantId, tokenHash }: KeyedToken,
  clientId: string,
): Promise<Allowed | undefined> {
  const [row] = await sql<Row>`
    select user_id, scopes, extract(epoch from ends_at - now())::int as seconds_left
      from provider.grants
     where grant_id = ${grantId} and client_id = ${clientId}
       and (refresh_token_hash = ${tokenHash}
            or exists (select from provider.refresh_tokens t
                        where t.grant_id = ${grantId} and t.token_hash = ${tokenHash}))`
  return row && toAllowed(row)
}

function toAllowed({ user_id: userId, scopes, seconds_left: secondsLeft }: Row): Allowed {
  return { userId, scopes, secondsLeft: secondsLeft ?? undefined }
}
