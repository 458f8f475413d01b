import type { IncomingHttpHeaders } from 'node:http'

const FORBIDDEN = /(?:^|,)\s*(?:no-store|no-cache)(?:\s*=|\s*,|\s*$)/i
const MAX_AGE = /(?:^|,)\s*max-age\s*=\s*"?(\d{1,10})"?\s*(?=,|$)/gi

/** Seconds that an answer stays fresh by its `Cache-Control` and `Age`; 0 without a `max-age`, or with two (RFC 9111 §4.2). */
export function freshSecondsOf({ 'cache-control': control = '', age = '' }: IncomingHttpHeaders): number {
  const [lifetime, ...others] = [...control.matchAll(MAX_AGE)].map(([, seconds]) => Number(seconds))
  if (lifetime === undefined || others.length > 0 || FORBIDDEN.test(control)) return 0
  return Math.max(0, lifetime - (/^\d{1,10}$/.test(age) ? Number(age) : 0))
}
