import { findKeyOfSecret, type KeyedPrefix, sha256 } from '@countersign/service/secrets'

/** Codes and device codes of a flow start with its id (`grant_id = auth_request_id`): looked up by it and their hash. */
export type KeyedToken = { readonly grantId: string; readonly tokenHash: Buffer }

/** Undefined if the text lacks the prefix or the flow's id. */
export function findKeyedToken(prefix: KeyedPrefix, text: string): KeyedToken | undefined {
  const grantId = findKeyOfSecret(prefix, text)
  return grantId === undefined ? undefined : { grantId, tokenHash: sha256(text) }
}
