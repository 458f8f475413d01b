import { findKeyOfSecret, type KeyedPrefix, sha256 } from '@countersign/service/secrets'
import { findKeyOfJwt } from '../../catalogue/resources/access-token-jwt.ts'

/**
 * Code, device code and tokens of one flow start with its id (`grant_id = auth_request_id`) and are looked up by it and
 * the hash of the whole.
 */
export type KeyedToken = { readonly grantId: string; readonly tokenHash: Buffer }

export function findKeyedToken(prefix: KeyedPrefix, text: string): KeyedToken | undefined {
  const grantId = findKeyOfSecret(prefix, text)
  return grantId === undefined ? undefined : { grantId, tokenHash: sha256(text) }
}

/** A grant's access token or a client's own, opaque or a JWT. */
export type PresentedAccessToken =
  | { readonly kind: 'grant'; readonly token: KeyedToken }
  | { readonly kind: 'client'; readonly token: ClientTokenKey }

export type ClientTokenKey = { readonly tokenId: string; readonly tokenHash: Buffer }

export function findPresentedAccessToken(text: string): PresentedAccessToken | undefined {
  const ofGrant = findKeyedToken('cs_at_', text)
  if (ofGrant) return { kind: 'grant', token: ofGrant }
  const ofClient = findKeyedToken('cs_ct_', text)
  const key = ofClient ? ({ kind: 'client', id: ofClient.grantId } as const) : findKeyOfJwt(text)
  if (!key) return undefined
  const tokenHash = sha256(text)
  return key.kind === 'client'
    ? { kind: 'client', token: { tokenId: key.id, tokenHash } }
    : { kind: 'grant', token: { grantId: key.id, tokenHash } }
}
