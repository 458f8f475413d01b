import { findKeyOfSecret, type KeyedPrefix, sha256 } from '@countersign/service/secrets'

/** What of a presented code or token is looked up: the flow that it names, and the hash of all of it. */
export type KeyedToken = { readonly grantId: string; readonly tokenHash: Buffer }

/** Nothing for a text that is no token of this kind. */
export function findKeyedToken(prefix: KeyedPrefix, text: string): KeyedToken | undefined {
  const grantId = findKeyOfSecret(prefix, text)
  return grantId === undefined ? undefined : { grantId, tokenHash: sha256(text) }
}
