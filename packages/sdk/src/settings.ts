import type { CredentialIssuer } from '@countersign/data-token/presentations'
import { findClientKey } from './client-authentication.ts'
import type { DpopKeyPair } from './dpop.ts'

/** What is needed may be `undefined` in type, as what comes from `process.env` is: it is then named when your app starts. */
export type CountersignSettings = {
  /** The address of the provider, exactly as its metadata names it: `https://id.example`. */
  readonly issuer: string | undefined
  /** What `countersign clients add` printed when your app was registered. */
  readonly clientId: string | undefined
  /** Left out by a public client, which PKCE alone protects, and by one that has a key. */
  readonly clientSecret?: string | undefined
  /** In place of a secret: your private key, a JWK as JSON, with which each request is signed (`private_key_jwt`, RFC 7523). */
  readonly clientKey?: string | undefined
  /** Exactly as registered. */
  readonly redirectUri: string | undefined
  /** What to ask for unless a sign-in says otherwise; `openid` if left out. */
  readonly scopes?: readonly string[] | undefined
  /** The DATA_TOKEN_SECRET that the provider shares with you, where it signs with HS256. Otherwise leave it out. */
  readonly dataTokenSecret?: string | undefined
  /**
   * Your private key for sealed claims, as JSON: a JWK, or a JWK Set with the new and the old one while one follows the
   * other. `keepClaimsKey` makes and keeps one. Then only sealed claims are accepted, because others passed through hands
   * that could read them. Left out only with `allowPlainClaims`.
   */
  readonly claimsDecryptionKey?: string | undefined
  /**
   * Accept claims in the open: for an app that is registered without a key, and for the days in which one gets its first.
   * Whoever runs the provider can read them in passing, and people are told so before they approve.
   */
  readonly allowPlainClaims?: boolean | undefined
  /** Whose word on people you take: the issuers of the credentials that your app asks for. */
  readonly credentialIssuers?: readonly CredentialIssuer[] | undefined
  /** The API that access tokens are for (RFC 8707), unless a sign-in says otherwise. */
  readonly resource?: string | undefined
  /**
   * Bind tokens to a key, so that nobody can use them who has them alone (RFC 9449): a key pair of yours, or `true` for one
   * that is made now. An app without a secret needs one that it keeps: its refresh tokens are bound to it as well.
   */
  readonly dpop?: DpopKeyPair | true | undefined
  /** Hand requests over before the browser goes (RFC 9126); left out, this is done if the provider demands it. */
  readonly pushed?: boolean | undefined
  /** In place of the global `fetch`: with a proxy, or with certificates of your own. */
  readonly fetch?: typeof fetch | undefined
}

/** Settings that can work. */
export type CheckedSettings = CountersignSettings & Readonly<Record<'issuer' | 'clientId' | 'redirectUri', string>>

const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]'])

/** @throws a TypeError that names the first setting that cannot work, and says what to do; never with its value */
export function checkSettings(settings: CountersignSettings): CheckedSettings {
  const { issuer, clientId, redirectUri } = settings
  if (!issuer) throw new TypeError('issuer is missing: give the address of your Countersign, as in https://id.example.')
  if (!clientId) throw new TypeError('clientId is missing: `countersign clients add` registers an app and prints it.')
  if (!redirectUri)
    throw new TypeError('redirectUri is missing: give the address of your callback, as it is registered.')
  if (!URL.canParse(issuer) || issuer.endsWith('/') || new URL(issuer).search || new URL(issuer).hash) {
    throw new TypeError('issuer must be a URL without trailing slash, query or fragment.')
  }
  if (!isSafeAddress(issuer)) throw new TypeError('issuer must use https: a client secret and tokens travel to it.')
  const isOpen = /^http:/i.test(redirectUri) && !isSafeAddress(redirectUri)
  if (!URL.canParse(redirectUri) || redirectUri.includes('#') || isOpen) {
    throw new TypeError('redirectUri must be an absolute URL without fragment, by https unless on localhost.')
  }
  checkCredentials(settings)
  if (!Array.isArray(settings.scopes ?? [])) throw new TypeError('scopes must be a list.')
  checkClaims(settings)
  return { ...settings, issuer, clientId, redirectUri }
}

/** How the app proves that it is the one that was registered, and what its tokens are bound to. */
function checkCredentials({ clientSecret, clientKey, dpop }: CountersignSettings): void {
  if (clientSecret === '') throw new TypeError('clientSecret is empty: leave it out if the app has none.')
  if (clientSecret !== undefined && clientKey !== undefined) {
    throw new TypeError('clientSecret and clientKey are both given: leave out the one that is not registered.')
  }
  if (clientKey !== undefined && !findClientKey(clientKey)) {
    throw new TypeError('clientKey must be a private JWK as JSON, on P-256 or Ed25519, or for RSA.')
  }
  if (dpop === true && clientSecret === undefined && clientKey === undefined) {
    throw new TypeError(
      'dpop must be a key pair that you keep: refresh tokens of an app without secret are bound to it.',
    )
  }
}

function checkClaims(settings: CountersignSettings): void {
  const { claimsDecryptionKey, allowPlainClaims, credentialIssuers = [] } = settings
  if (!credentialIssuers.every((each) => isSafeAddress(each.issuer))) {
    throw new TypeError('credentialIssuers must have https addresses: their keys are fetched from there.')
  }
  if (credentialIssuers.length > 0 && settings.scopes?.includes('openid') === false) {
    throw new TypeError('scopes must have openid: credentials go along with an approval, and are none by themselves.')
  }
  if (claimsDecryptionKey === undefined && allowPlainClaims !== true) {
    throw new TypeError(
      'claimsDecryptionKey is missing: see keepClaimsKey, or say allowPlainClaims if the app has none.',
    )
  }
}

/** https, or this machine. */
export function isSafeAddress(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK_HOSTS.has(hostname))
}
