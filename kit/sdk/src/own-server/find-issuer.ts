import { SignInError } from '../errors.ts'
import { send } from '../http.ts'
import { isLoopback } from '../settings.ts'
import type { Address } from './address.ts'

/** OpenID Connect Discovery 1.0 §2. */
const ISSUER = 'http://openid.net/specs/connect/1.0/issuer'
/** It is kept in a cookie. */
const LONGEST = 255

type Rules = { readonly fetch: typeof fetch; readonly allowLoopback: boolean }

/** Asks the address's host by WebFinger (RFC 7033 §4). It may name an issuer elsewhere. @throws SignInError */
export async function findIssuer({ origin, resource }: Address, rules: Rules): Promise<string> {
  const url = new URL('/.well-known/webfinger', origin)
  url.search = new URLSearchParams({ resource, rel: ISSUER }).toString()
  const { status, json } = await send(rules, url.href)
  const named = status === 200 ? hrefOf(json['links']) : undefined
  if (named !== undefined && isIssuer(named, rules.allowLoopback)) return named
  throw new SignInError('unusable_server', `${origin} names no issuer by WebFinger (RFC 7033): status ${status}.`)
}

/** The subject may be another one than was asked for (RFC 7033 §4.4.1). */
function hrefOf(links: unknown): string | undefined {
  if (!Array.isArray(links)) return undefined
  const found: readonly Readonly<Record<string, unknown>>[] = links.map((link: unknown) => Object(link))
  const href = found.find(({ rel }) => rel === ISSUER)?.['href']
  return typeof href === 'string' ? href : undefined
}

/** https, without user, query, fragment and final slash (OpenID Connect Discovery 1.0 §2, §3). */
export function isIssuer(text: string, allowLoopback: boolean): boolean {
  const url = text.length <= LONGEST && URL.canParse(text) ? new URL(text) : undefined
  if (!url || !(url.protocol === 'https:' || (url.protocol === 'http:' && allowLoopback && isLoopback(url))))
    return false
  return text === url.origin + (url.pathname === '/' ? '' : url.pathname) && !text.endsWith('/')
}
