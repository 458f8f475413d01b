import type { SignInError } from './errors.ts'
import type { IssuedParts } from './verified-claims.ts'

export type Tokens = {
  readonly accessToken: string
  /** Undefined if the user approved only this once. */
  readonly refreshToken: string | undefined
  /** Lifetime of the access token from now. */
  readonly expiresInSeconds: number
  /** `DPoP` if the settings ask for it: each use of the access token then needs a proof, which `fetch` makes. */
  readonly tokenType: 'Bearer' | 'DPoP'
}

/** The content of a data token whose signature, issuer, audience and expiry have been checked. */
export type VerifiedClaims = IssuedParts & {
  /** Identifies the user: the same at every sign-in. */
  readonly subject: string
  /** Claims that the user chose to share, such as `email`. */
  readonly claims: Readonly<Record<string, string>>
  /** Whether the user proved by a code that they receive mail at `claims.email`; false without an address. */
  readonly emailVerified: boolean
  /** Whether the user proved by a code that they receive messages at `claims.phone`; false without a number. */
  readonly phoneNumberVerified: boolean
  /** How, when and until when each verified claim was verified, by claim name. */
  readonly verifications: Readonly<Record<string, ClaimVerification>>
  /** The authorization request that the user approved. */
  readonly authRequestId: string
}

export type ClaimVerification = {
  /** `email_code` or `phone_code`: the user entered a code that was sent there. */
  readonly method: string
  readonly verifiedAt: Date
  readonly until: Date
}

export type CompletedSignIn = VerifiedClaims & {
  /** The provider, which chose `subject`. */
  readonly issuer: string
  /** How the user signed in: `phr` by passkey; undefined after a recovery. */
  readonly acr?: string | undefined
  /** When the user signed in. */
  readonly authTime?: Date | undefined
  /** The approved scopes, possibly fewer than requested. */
  readonly scope: readonly string[]
  readonly tokens: Tokens
  /** The data token itself, for other services of yours. It expires minutes after it was made. */
  readonly dataToken: string
  /** Only with `openid`: checked, and for `signOutUrl`. */
  readonly idToken: string | undefined
  /** Only if the user keeps what they share up to date: keep it, a secret, beside the refresh token, for `refresh`. */
  readonly dataState?: string | undefined
}

export type RefreshedTokens = {
  readonly tokens: Tokens
  readonly scope: readonly string[]
  /** All that the user shares as it is now, if they have changed it: replaces what you keep of it. */
  readonly data?: DataUpdate | undefined
  /** Why an update was refused. The tokens are good all the same. */
  readonly refusedData?: SignInError | undefined
}

/** A checked data update. Nothing of an issued credential is in it. */
export type DataUpdate = Omit<VerifiedClaims, 'authRequestId' | keyof IssuedParts> & {
  /** Names of claims that the user has removed: delete their values. */
  readonly gone: readonly string[]
  /** When the user sent it. */
  readonly asOf: Date
  /** Only grows. */
  readonly version: number
  /** Replaces the one that you keep. */
  readonly dataState: string
}
