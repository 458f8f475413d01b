import type { IssuedParts } from './verified-claims.ts'

export type Tokens = {
  readonly accessToken: string
  /** Undefined where the person let the app in only for this once. */
  readonly refreshToken: string | undefined
  /** How long the access token lives, from now. */
  readonly expiresInSeconds: number
  /** `DPoP` where the settings have it: then each use of the access token needs a proof, which `fetch` makes. */
  readonly tokenType: 'Bearer' | 'DPoP'
}

/** What a data token says once its signature, issuer, audience and expiry have been checked. */
export type VerifiedClaims = IssuedParts & {
  /** The person: the same for every sign-in of theirs. */
  readonly subject: string
  /** What the person chose to share, for example `email`. */
  readonly claims: Readonly<Record<string, string>>
  /** Whether `claims.email` is an address at which the person got a code; false without an address too. */
  readonly emailVerified: boolean
  /** Whether `claims.phone` is a number at which the person got a code; false without a number too. */
  readonly phoneNumberVerified: boolean
  /** Of each claim that is verified, by its name: how, when and until when that counts. */
  readonly verifications: Readonly<Record<string, ClaimVerification>>
  /** The authorization request that the person approved. */
  readonly authRequestId: string
}

export type ClaimVerification = {
  /** `email_code` or `phone_code`: a code was sent there, and the person had it. */
  readonly method: string
  readonly verifiedAt: Date
  readonly until: Date
}

export type CompletedSignIn = VerifiedClaims & {
  /** What the person approved, which may be less than you asked for. */
  readonly scope: readonly string[]
  readonly tokens: Tokens
  /** The data token itself, for others who trust the same provider. It expires minutes after it was made. */
  readonly dataToken: string
  /** Where you asked for `openid`: checked, and for `signOutUrl`. */
  readonly idToken: string | undefined
}

export type RefreshedTokens = { readonly tokens: Tokens; readonly scope: readonly string[] }
