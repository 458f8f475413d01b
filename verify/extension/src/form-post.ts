import { findReturnTarget } from '@countersign/device'
import { FORM_POST_PATH, parseAddress } from './address.ts'

/** An answer to an app by form, as the provider's page at this address would post it. */
export type PostedAnswer = {
  readonly redirectUri: string
  readonly host: string
  readonly fields: readonly (readonly [name: string, value: string])[]
}

/** RFC 6749 §4.1.2 and §4.1.2.1. */
const FIELDS = new Set(['code', 'state', 'error', 'error_description', 'error_uri'])

/** Undefined for another address, and for an app that takes no form. */
export function readPostedAnswer(address: string): PostedAnswer | undefined {
  const { pathname, searchParams } = parseAddress(address) ?? {}
  const redirectUri = searchParams?.get('redirect_uri') ?? ''
  const target = findReturnTarget(redirectUri)
  if (!searchParams || pathname !== FORM_POST_PATH || !target || !('host' in target)) return undefined
  return { redirectUri, host: target.host, fields: [...searchParams].filter(([name]) => FIELDS.has(name)) }
}

const KEY = 'leaving'

/**
 * Notes when the client itself leaves for the provider, from where an answer is posted at once. Anyone can link to such an
 * address, which the user must confirm (RFC 9700 §4.11.2).
 */
export function noteLeaving(origin: string): void {
  navigation.addEventListener('navigate', ({ destination }) => {
    const to = parseAddress(destination.url)
    if (to?.origin === origin && to.pathname.startsWith('/oauth/')) sessionStorage.setItem(KEY, origin)
  })
}

/** Whether the client in this tab has just left for the provider. */
export function hasJustLeft(origin: string): boolean {
  const noted = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  return noted === origin
}
