import type { TokenResponse } from '@countersign/contracts'
import { newKeyedSecret, sha256 } from '@countersign/service'
import type { Client } from '../clients/client.ts'
import type { ProviderDependencies } from '../dependencies.ts'
import { ACCESS_TOKEN_LIFETIME_SECONDS, REFRESH_TOKEN_LIFETIME_SECONDS } from '../lifetimes.ts'
import type { NewTokens } from './token.store.ts'

const DAY_SECONDS = 86_400

type TokenPair = {
  readonly accessToken: string
  readonly refreshToken: string
  /** A client that was not registered to refresh gets no secret that it cannot use. */
  readonly givesRefreshToken: boolean
  readonly stored: NewTokens
}

/** A new access and refresh token of a grant, and what is stored of them; bound to a key if one was proved (RFC 9449 §5). */
export function newTokenPair(
  { config }: Pick<ProviderDependencies, 'config'>,
  client: Client,
  { grantId, jkt }: { readonly grantId: string; readonly jkt: string | undefined },
): TokenPair {
  const accessToken = newKeyedSecret('cs_at_', grantId)
  const refreshToken = newKeyedSecret('cs_rt_', grantId)
  return {
    accessToken,
    refreshToken,
    givesRefreshToken: client.grantTypes.includes('refresh_token'),
    stored: {
      accessTokenHash: sha256(accessToken),
      refreshTokenHash: sha256(refreshToken),
      accessTokenLifetimeSeconds: ACCESS_TOKEN_LIFETIME_SECONDS,
      refreshTokenLifetimeSeconds: REFRESH_TOKEN_LIFETIME_SECONDS,
      grantLifetimeSeconds: config.grantLifetimeSeconds,
      reuseDetectionSeconds: config.retention.reuseDetectionDays * DAY_SECONDS,
      jkt,
      bindsRefreshToken: client.authenticationMethod === 'none',
    },
  }
}

type Granted = {
  readonly scopes: readonly string[]
  readonly accessTokenLifetimeSeconds: number
  /** The refresh token stays here. */
  readonly once?: boolean
}

/** The token response (specification §2.5, RFC 6749 §5.1); `scope` is what was granted, never what was asked. */
export function toTokenResponse(pair: TokenPair, granted: Granted): TokenResponse {
  const { scopes, accessTokenLifetimeSeconds, once = false } = granted
  return {
    access_token: pair.accessToken,
    token_type: pair.stored.jkt === undefined ? 'Bearer' : 'DPoP',
    expires_in: accessTokenLifetimeSeconds,
    ...(!once && pair.givesRefreshToken && { refresh_token: pair.refreshToken }),
    scope: scopes.join(' '),
  }
}
