import { type Sql, sqlText } from '@countersign/service/sql'
import { findRow } from '../../ground/rows.ts'
import type { SignIn } from '../../ground/sign-in.ts'
import { IS_SUSPENDED } from '../people/suspension.store.ts'
import type { KeyedToken } from './keyed-token.ts'

/** Access tokens are checked against it. Times in Unix seconds of the database. */
export type LivingGrant = {
  readonly clientId: string
  readonly userId: string
  readonly scopes: readonly string[]
  readonly rotation: number
  readonly isPairUsed: boolean
  readonly salt: Buffer
  readonly sealedUserinfoClaims: Buffer | undefined
  readonly endsAt: number | undefined
  readonly time: number
  /** Resource servers of the asking client, if the grant is another's, each with the Unix milliseconds since when it is there. */
  readonly apisOfAsking: Readonly<Record<string, number>> | undefined
} & SignIn

const SECONDS_NOW = sqlText`extract(epoch from now())::float8`

export async function findLivingGrant(sql: Sql, grantId: string, askingClientId?: string) {
  return findRow(sql<LivingGrant>`
    select g.client_id as "clientId", g.user_id as "userId", g.scopes, g.rotation, g.is_pair_used as "isPairUsed",
           g.auth_time as "authTime", g.acr, g.access_token_salt as salt, g.sealed_userinfo_claims as "sealedUserinfoClaims",
           floor(extract(epoch from g.ends_at))::float8 as "endsAt", ${SECONDS_NOW} as time,
           case when g.client_id <> ${askingClientId ?? null} then (
             select json_object_agg(s.resource, floor(extract(epoch from s.created_at) * 1000))
               from provider.resource_servers s where s.client_id = ${askingClientId ?? null}) end as "apisOfAsking"
      from provider.grants g
     where g.grant_id = ${grantId} and g.revoked_at is null and not ${IS_SUSPENDED.g}`)
}

export async function markPairUsed(sql: Sql, grantId: string, rotation: number): Promise<void> {
  await sql`
    update provider.grants set is_pair_used = true
     where grant_id = ${grantId} and rotation = ${rotation} and not is_pair_used`
}

/** A user's grant to a client. */
export type Allowed = { readonly userId: string; readonly scopes: readonly string[] }

/** By a code, valid or not: spending decides that. */
export async function findAllowedByCode(sql: Sql, { grantId, tokenHash }: KeyedToken, clientId: string) {
  return findRow(sql<Allowed>`
    select user_id as "userId", approved_scopes as scopes from provider.authorization_requests
     where auth_request_id = ${grantId} and code_hash = ${tokenHash} and client_id = ${clientId}`)
}
