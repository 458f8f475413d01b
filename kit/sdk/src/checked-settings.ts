import type { CredentialIssuer } from '@countersign/data-token/presentations'
import type { CryptoKey } from 'jose'

/** An ES256 key pair, such as `crypto.subtle.generateKey` returns. The private half need not be extractable. */
export type DpopKeyPair = { readonly privateKey: CryptoKey; readonly publicKey: CryptoKey }

/** Required settings may be `undefined` in type, because values of `process.env` are: your app then fails at its start, naming the setting. */
export type CountersignSettings = {
  /** The address of the provider, exactly as its metadata names it: `https://id.example`. */
  readonly issuer: string | undefined
  /** `countersign clients add` prints it when it registers your app. */
  readonly clientId: string | undefined
  /** Left out by a public client, which PKCE alone protects, and by one with a key. */
  readonly clientSecret?: string | undefined
  /** Instead of a secret: your private key, a JWK as JSON, that signs each request (`private_key_jwt`, RFC 7523). */
  readonly clientKey?: string | undefined
  /** Exactly as registered. */
  readonly redirectUri: string | undefined
  /** Scopes to request unless a sign-in names others; `openid` if left out. */
  readonly scopes?: readonly string[] | undefined
  /** The provider's DATA_TOKEN_SECRET if it signs with HS256; otherwise leave it out. */
  readonly dataTokenSecret?: string | undefined
  /**
   * Your private key for sealed claims, as JSON: a JWK, or during a rotation a JWK Set with the new and the old key.
   * `keepClaimsKey` makes and stores one. With it, only sealed claims are accepted. Required unless `allowPlainClaims`.
   */
  readonly claimsDecryptionKey?: string | undefined
  /**
   * Accept unsealed claims: for an app that is registered without a key, or while it introduces its first. The provider's
   * operator can read them, and users are told so before they approve.
   */
  readonly allowPlainClaims?: boolean | undefined
  /** Trusted issuers of the credentials that your app requests. */
  readonly credentialIssuers?: readonly CredentialIssuer[] | undefined
  /** The API that access tokens are for (RFC 8707), unless a sign-in names another. */
  readonly resource?: string | undefined
  /**
   * Binds tokens to a key, so that a stolen token is useless (RFC 9449): your key pair, or `true` for one made at start. An
   * app without a secret must keep its key pair: its refresh tokens are bound to it too.
   */
  readonly dpop?: DpopKeyPair | true | undefined
  /** Push authorization requests (RFC 9126); if left out, only when the provider requires it. */
  readonly pushed?: boolean | undefined
  /** Replaces the global `fetch`, for a proxy or your own certificates. */
  readonly fetch?: typeof fetch | undefined
}

export type CheckedSettings = CountersignSettings & Readonly<Record<'issuer' | 'clientId' | 'redirectUri', string>>
