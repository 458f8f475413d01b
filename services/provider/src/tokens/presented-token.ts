import { findKeyOfSecret, type KeyedPrefix, sha256 } from '@countersign/service'

/** What of a presented code or token is looked up: the flow that it names, and the hash of all of it. */
export type PresentedToken = { readonly grantId: string; readonly tokenHash: Buffer }

/** Nothing for a text that is no token of this kind. */
export function findPresentedToken(prefix: KeyedPrefix, text: string): PresentedToken | undefined {
  const grantId = findKeyOfSecret(prefix, text)
  return grantId === undefined ? undefined : { grantId, tokenHash: sha256(text) }
}
