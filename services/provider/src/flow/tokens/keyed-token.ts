import { findKeyOfSecret, type KeyedPrefix, sha256 } from '@countersign/service/secrets'
import { findKeyOfJwt } from '../../catalogue/resources/access-token-jwt.ts'

/**
 * Code, device code and tokens of one flow start with its id (`grant_id = auth_request_id`) and are looked up by it and
 * the hash of the whole.
 */
export type KeyedToken = { readonly grantId: string; readonly tokenHash: Buffer }

/** Undefined if the text lacks the prefix or the flow's id. */
export function findKeyedToken(prefix: KeyedPrefix, text: string): KeyedToken | undefined {
  const grantId = findKeyOfSecret(prefix, text)
  return grantId === undefined ? undefined : { grantId, tokenHash: sha256(text) }
}

/** A grant's access token or a client's own, opaque or a JWT. */
export type PresentedAccessToken =
  | { readonly kind: 'grant'; readonly token: KeyedToken }
  | { readonly kind: 'client'; readonly token: ClientTokenKey }

/** A client's own token is looked up by its id and the hash of the whole. */
export type ClientTokenKey = { readonly tokenId: string; readonly tokenHash: Buffer }

/** Undefined for a text of neither form. Checks no signature: the row is found by the hash. */
export function findPresentedAccessToken(text: string): PresentedAccessToken | undefined {
  const grantId = findKeyOfSecret('cs_at_', text)
  if (grantId !== undefined) return ofGrant(grantId, text)
  const tokenId = findKeyOfSecret('cs_ct_', text)
  if (tokenId !== undefined) return ofClient(tokenId, text)
  const key = findKeyOfJwt(text)
  if (!key) return undefined
  return key.kind === 'grant' ? ofGrant(key.id, text) : ofClient(key.id, text)
}

function ofGrant(grantId: string, text: string): PresentedAccessToken {
  return { kind: 'grant', token: { grantId, tokenHash: sha256(text) } }
}

function ofClient(tokenId: string, text: string): PresentedAccessToken {
  return { kind: 'client', token: { tokenId, tokenHash: sha256(text) } }
}
