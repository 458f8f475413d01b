import { findKeyOfSecret, newKeyedSecret } from '@countersign/service/secrets'

const PREFIX = 'urn:ietf:params:oauth:request_uri:'

/** A new name for a pushed request (RFC 9126 §2.2): nobody can guess it, and it is known here by its hash only. */
export function newRequestUri(authRequestId: string): string {
  return newKeyedSecret(PREFIX, authRequestId)
}

/** Whether a `request_uri` names a pushed request; every other one would be an address to fetch, which we never do. */
export function namesPushedRequest(requestUri: string | undefined): requestUri is string {
  return requestUri?.startsWith(PREFIX) === true
}

/** The request that it names; nothing for a text of any other form than `newRequestUri` gives. */
export function findPushedRequestId(requestUri: string): string | undefined {
  return findKeyOfSecret(PREFIX, requestUri)
}
