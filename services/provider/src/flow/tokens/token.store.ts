import type { Sql } from '@countersign/service/sql'
import { REMEMBERED_ROTATIONS } from '../../ground/lifetimes.ts'
import type { MaskChanges } from '../codes/userinfo-claims.ts'
import type { KeyedToken } from './keyed-token.ts'

export type NewTokens = {
  readonly accessTokenHash: Buffer
  readonly refreshTokenHash: Buffer
  readonly accessTokenLifetimeSeconds: number
  /** The access token's resource server; undefined for this service. */
  readonly audience: string | undefined
  readonly refreshTokenLifetimeSeconds: number
  readonly grantLifetimeSeconds: number
  /** How long an expired refresh token stays known. */
  readonly reuseDetectionSeconds: number
  /** The key of the request's DPoP proof; undefined for bearer tokens. */
  readonly jkt: string | undefined
  /** Set for public clients, which have no other proof (RFC 9449 §5). */
  readonly bindsRefreshToken: boolean
}

/** Tokens in exchange for a presented code or refresh token. */
export type TokenChange = NewTokens & {
  readonly presented: KeyedToken
  readonly clientId: string
  /** The access token's narrower scopes; all of the grant's if undefined. */
  readonly scopes: readonly string[] | undefined
  /** Remasks the claims key for the tokens; without it userinfo gets no claims. */
  readonly maskChanges: MaskChanges | undefined
}

export type RefreshedGrant = {
  readonly outcome:
    | 'rotated'
    | 'retried'
    | 'unknown'
    | 'other_client'
    | 'wrong_key'
    | 'revoked'
    | 'expired'
    | 'scope_not_granted'
    | 'reused'
    | 'suspended'
  readonly userId: string
  readonly scopes: readonly string[]
  readonly accessTokenLifetimeSeconds: number
}

/**
 * Decided under the lock of the grant's row: a token never has two living descendants (RFC 9700 §4.14.2). Say A was
 * refreshed to B, and B to C, the current one:
 * - C is `rotated`: D becomes current and C the previous one, in case the answer is lost;
 * - B is `retried` while C's pair is unused: D replaces C, C's access token ends, and B stays the previous one;
 * - A is `reused`, and so is B once C's pair was used: someone has a copy, so the grant ends.
 *
 * The database's function is one call, which a cluster passes on to the machine of the grant (ADR 77).
 */
export async function rotateRefreshToken(sql: Sql, refresh: TokenChange): Promise<RefreshedGrant> {
  const { grantId, tokenHash } = refresh.presented
  const [refreshed] = await sql<RefreshedGrant>`
    select outcome, user_id as "userId", scopes, access_token_lifetime_seconds as "accessTokenLifetimeSeconds"
      from provider.rotate_refresh_token(
             flow => ${grantId}, presented => ${tokenHash}, asking_client => ${refresh.clientId},
             proof_key => ${refresh.jkt ?? null}, asked_scopes => ${refresh.scopes ?? null},
             new_refresh_token => ${refresh.refreshTokenHash}, new_access_token => ${refresh.accessTokenHash},
             new_refresh_token_key => ${refreshTokenKey(refresh)}, new_audience => ${refresh.audience ?? null},
             refresh_token_mask_change => ${refresh.maskChanges?.toRefreshToken ?? null},
             access_token_mask_change => ${accessTokenMask(refresh) ?? null},
             access_token_seconds => ${refresh.accessTokenLifetimeSeconds},
             refresh_token_seconds => ${refresh.refreshTokenLifetimeSeconds},
             grant_seconds => ${refresh.grantLifetimeSeconds},
             reuse_detection_seconds => ${refresh.reuseDetectionSeconds},
             leaving_margin_seconds => ${LEAVING_MARGIN_SECONDS}, remembered_rotations => ${REMEMBERED_ROTATIONS})`
  if (!refreshed) throw new Error('rotate_refresh_token answered no row.')
  return refreshed
}

export function refreshTokenKey({ jkt, bindsRefreshToken }: NewTokens): string | null {
  return bindsRefreshToken && jkt !== undefined ? jkt : null
}

/** A token shown to an API must not open the user's claims. */
export function accessTokenMask({ audience, maskChanges }: TokenChange): string | undefined {
  return audience === undefined ? maskChanges?.toAccessToken : undefined
}

/** Grants leave days later than they must, so that most rotations touch no index. */
export const LEAVING_MARGIN_SECONDS = 3 * 86_400

/** Seconds from a refresh token's expiry to the grant's removal. */
export function leavesAfter({ reuseDetectionSeconds }: NewTokens): number {
  return reuseDetectionSeconds + LEAVING_MARGIN_SECONDS
}
