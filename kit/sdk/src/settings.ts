import type { CredentialIssuer } from '@countersign/data-token/presentations'
import { readClientKey } from './client-authentication.ts'
import type { DpopKeyPair } from './dpop.ts'

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

const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]'])

/** @throws TypeError naming the first invalid setting and the remedy, never its value */
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
  const isPlainHttp = /^http:/i.test(redirectUri) && !isSafeAddress(redirectUri)
  if (!URL.canParse(redirectUri) || redirectUri.includes('#') || isPlainHttp) {
    throw new TypeError('redirectUri must be an absolute URL without fragment, by https unless on localhost.')
  }
  checkCredentials(settings)
  if (!Array.isArray(settings.scopes ?? [])) throw new TypeError('scopes must be a list.')
  checkClaims(settings)
  return { ...settings, issuer, clientId, redirectUri }
}

function checkCredentials({ clientSecret, clientKey, dpop }: CountersignSettings): void {
  if (clientSecret === '') throw new TypeError('clientSecret is empty: leave it out if the app has none.')
  if (clientSecret !== undefined && clientKey !== undefined) {
    throw new TypeError('clientSecret and clientKey are both given: leave out the one that is not registered.')
  }
  if (clientKey !== undefined) readClientKey(clientKey)
  if (dpop !== undefined && dpop !== true && !isDpopKeyPair(dpop)) {
    throw new TypeError('dpop must be a key pair for ES256, as generateKey makes one for ECDSA on P-256 to sign.')
  }
  if (dpop === true && clientSecret === undefined && clientKey === undefined) {
    throw new TypeError(
      'dpop must be a key pair that you keep: refresh tokens of an app without secret are bound to it.',
    )
  }
}

/** JavaScript callers may pass anything. */
function isDpopKeyPair({ privateKey, publicKey }: Partial<DpopKeyPair>): boolean {
  const [signing, shown] = [privateKey, publicKey].map((key) => {
    const { name = '', namedCurve = '' }: { name?: string; namedCurve?: string } = key?.algorithm ?? {}
    return `${name} ${namedCurve} ${key?.type}`
  })
  const isPair = signing === 'ECDSA P-256 private' && shown === 'ECDSA P-256 public'
  return isPair && privateKey?.usages.includes('sign') === true && publicKey?.extractable === true
}

function checkClaims(settings: CountersignSettings): void {
  const { claimsDecryptionKey, allowPlainClaims, credentialIssuers = [] } = settings
  if (!credentialIssuers.every((each) => isSafeAddress(each.issuer))) {
    throw new TypeError('credentialIssuers must have https addresses: their keys are fetched from there.')
  }
  if (credentialIssuers.length > 0 && settings.scopes?.includes('openid') === false) {
    throw new TypeError('scopes must include openid: credentials come only with a sign-in.')
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
