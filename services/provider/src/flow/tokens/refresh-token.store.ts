import { type Sql, sqlText } from '@countersign/service/sql'
import { findRow } from '../../ground/rows.ts'
import type { SignIn } from '../../ground/sign-in.ts'
import { IS_SUSPENDED } from '../people/suspension.store.ts'
import type { Allowed } from './access-token.store.ts'
import type { IssuedPair, PairLifetimes } from './new-tokens.ts'
import type { RefreshToken } from './refresh-token.ts'

export type Rotation = {
  readonly presented: RefreshToken
  readonly successor: RefreshToken
  /** Hands the userinfo key on to the successor. */
  readonly maskChange: string
  readonly clientId: string
  /** The thumbprint of the request's DPoP proof. */
  readonly jkt: string | undefined
  /** Of a public client, which has no other proof (RFC 9449 §5). */
  readonly bindsToKey: boolean
  /** Narrower ones for this access token. */
  readonly scopes: readonly string[] | undefined
  readonly lifetimes: PairLifetimes
}

const PAIR = sqlText`
  g.user_id as "userId", g.scopes, g.issued_at as "issuedAt", g.ends_at as "endsAt", g.once,
  g.auth_time as "authTime", g.acr, g.access_token_salt as salt, g.masked_userinfo_key as "maskedKey",
  case when g.update_rotation = g.rotation then g.sealed_update end as "sealedUpdate",
  g.sealed_update is not null and g.update_rotation is null as "isUpdateWaiting"`

/** A data update goes with each answer of one pair, and leaves with the next: its app has it once it uses that pair. */
export type RefreshedPair = IssuedPair & {
  readonly sealedUpdate: Buffer | undefined
  /** One came since the pair was issued. */
  readonly isUpdateWaiting: boolean
}

/**
 * One update of one row, which touches no index. Undefined if the token is not the current one or may not be refreshed: then
 * `findHeldGrant` says why.
 */
export async function rotate(sql: Sql, { presented, successor, lifetimes, ...asked }: Rotation) {
  return findRow(sql<RefreshedPair>`
    update provider.grants g
       set refresh_token_hash = ${successor.hash}, rotation = ${successor.rotation}, is_pair_used = false,
           issued_at = now(),
           refresh_token_expires_at =
             least(now() + make_interval(secs => ${lifetimes.refreshTokenSeconds}), g.expires_at, g.ends_at),
           access_token_expires_at = least(now() + make_interval(secs => ${lifetimes.accessTokenSeconds}), g.ends_at),
           masked_userinfo_key = g.masked_userinfo_key # ${asked.maskChange}::bit(256),
           dpop_jkt = coalesce(g.dpop_jkt, ${asked.bindsToKey ? (asked.jkt ?? null) : null}),
           update_rotation = case when g.update_rotation is null and g.sealed_update is not null
                                  then ${successor.rotation}::int end,
           sealed_update = case when g.update_rotation is null then g.sealed_update end
     where g.grant_id = ${presented.grantId} and g.refresh_token_hash = ${presented.hash}
       and g.client_id = ${asked.clientId} and coalesce(g.dpop_jkt = ${asked.jkt ?? null}, g.dpop_jkt is null)
       and g.revoked_at is null and least(g.refresh_token_expires_at, g.ends_at) > now()
       and now() - g.created_at < make_interval(secs => ${lifetimes.grantSeconds})
       and not ${IS_SUSPENDED.g} and g.scopes @> ${asked.scopes ?? []}::text[]
    returning ${PAIR}`)
}

/** A grant as `decideRefresh` reads it. */
export type HeldGrant = RefreshedPair & {
  readonly clientId: string
  readonly rotation: number
  readonly refreshTokenHash: Buffer
  readonly isPairUsed: boolean
  readonly isHeldByKey: boolean
  readonly isRevoked: boolean
  readonly isExpired: boolean
  readonly isSuspended: boolean
  readonly allowsScopes: boolean
  readonly secondsSinceIssue: number
}

type Asked = Pick<Rotation, 'jkt' | 'scopes' | 'lifetimes'>

export async function findHeldGrant(sql: Sql, grantId: string, { jkt, scopes, lifetimes }: Asked) {
  return findRow(sql<HeldGrant>`
    select ${PAIR}, g.client_id as "clientId", g.rotation, g.refresh_token_hash as "refreshTokenHash",
           g.is_pair_used as "isPairUsed", coalesce(g.dpop_jkt = ${jkt ?? null}, g.dpop_jkt is null) as "isHeldByKey",
           g.revoked_at is not null as "isRevoked",
           least(g.refresh_token_expires_at, g.ends_at) <= now()
             or now() - g.created_at >= make_interval(secs => ${lifetimes.grantSeconds}) as "isExpired",
           ${IS_SUSPENDED.g} as "isSuspended", g.scopes @> ${scopes ?? []}::text[] as "allowsScopes",
           extract(epoch from now() - g.issued_at)::float8 as "secondsSinceIssue"
      from provider.grants g where g.grant_id = ${grantId}`)
}

/** Issues an unused pair anew, because its access token has expired meanwhile: the same refresh token, with new times. */
export async function renewUnusedPair(sql: Sql, { grantId, hash }: RefreshToken, lifetimes: PairLifetimes) {
  return findRow(sql<RefreshedPair>`
    update provider.grants g
       set issued_at = now(),
           refresh_token_expires_at =
             least(now() + make_interval(secs => ${lifetimes.refreshTokenSeconds}), g.expires_at, g.ends_at),
           access_token_expires_at = least(now() + make_interval(secs => ${lifetimes.accessTokenSeconds}), g.ends_at)
     where g.grant_id = ${grantId} and g.refresh_token_hash = ${hash} and not g.is_pair_used and g.revoked_at is null
    returning ${PAIR}`)
}

/** Lets an update that came after the pair go with its repeated answer. */
export async function takeWaitingUpdate(sql: Sql, { grantId, hash }: RefreshToken) {
  return findRow(sql<RefreshedPair>`
    update provider.grants g set update_rotation = g.rotation
     where g.grant_id = ${grantId} and g.refresh_token_hash = ${hash} and g.revoked_at is null
    returning ${PAIR}`)
}

/** By a refresh token of this service, valid or not: rotating decides that. */
export async function findAllowedByRefreshToken(sql: Sql, token: RefreshToken, clientId: string) {
  return findRow(sql<Allowed>`
    select user_id as "userId", scopes from provider.grants
     where grant_id = ${token.grantId} and client_id = ${clientId}
       and (${token.isTagged}::boolean or refresh_token_hash = ${token.hash})`)
}

type KnownRefreshToken = {
  readonly clientId: string
  readonly userId: string
  readonly scopes: readonly string[]
  /** Unix seconds. */
  readonly issuedAt: number
  readonly expiresAt: number
  readonly refreshTokenHash: Buffer
  readonly isPairUsed: boolean
} & SignIn

/** A client's grant that may be refreshed. */
export async function findRefreshable(sql: Sql, { grantId }: RefreshToken, clientId: string) {
  return findRow(sql<KnownRefreshToken>`
    select g.client_id as "clientId", g.user_id as "userId", g.scopes, g.auth_time as "authTime", g.acr,
           floor(extract(epoch from g.issued_at))::float8 as "issuedAt",
           floor(extract(epoch from least(g.refresh_token_expires_at, g.ends_at)))::float8 as "expiresAt",
           g.refresh_token_hash as "refreshTokenHash",
           g.is_pair_used as "isPairUsed"
      from provider.grants g
     where g.grant_id = ${grantId} and g.client_id = ${clientId} and g.revoked_at is null
       and least(g.refresh_token_expires_at, g.ends_at) > now() and not ${IS_SUSPENDED.g}`)
}
