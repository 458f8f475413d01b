import { randomBytes } from 'node:crypto'

const PREFIX = 'urn:ietf:params:oauth:request_uri:'
const SECRET_BYTES = 32
const SECRET_TEXT = /^[A-Za-z0-9_-]{43}$/

/** A new name for a pushed request (RFC 9126 §2.2): nobody can guess it, and it is known here by its hash only. */
export function newRequestUri(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64url')
}

/** Whether a `request_uri` names a pushed request; every other one would be an address to fetch, which we never do. */
export function namesPushedRequest(requestUri: string | undefined): requestUri is string {
  return requestUri?.startsWith(PREFIX) === true
}

/** Whether a text has exactly the form that `newRequestUri` gives, so that nothing else is ever looked up. */
export function isRequestUri(text: string): boolean {
  return namesPushedRequest(text) && SECRET_TEXT.test(text.slice(PREFIX.length))
}
