import type { CheckedSettings, CountersignSettings, DpopKeyPair } from './checked-settings.ts'
import { readClientKey } from './client-authentication.ts'

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
  const url = new URL(address)
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url))
}

export function isLoopback({ hostname }: URL): boolean {
  return LOOPBACK_HOSTS.has(hostname)
}
