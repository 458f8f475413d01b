import { findKeyOfSecret, type KeyedPrefix, sha256 } from '@countersign/service/secrets'
import { findKeyOfJwt } from '../../catalogue/resources/access-token-jwt.ts'

/** What of a presented code or token is looked up: the flow that it names, and the hash of all of it. */
export type KeyedToken = { readonly grantId: string; readonly tokenHash: Buffer }

/** Nothing for a text that is no token of this kind. */
export function findKeyedToken(prefix: KeyedPrefix, text: string): KeyedToken | undefined {
  const grantId = findKeyOfSecret(prefix, text)
  return grantId === undefined ? undefined : { grantId, tokenHash: sha256(text) }
}

/** An access token that somebody shows: of what a person allowed, or of an app's own calls; opaque or a JWT. */
export type PresentedAccessToken =
  | { readonly kind: 'grant'; readonly token: KeyedToken }
  | { readonly kind: 'client'; readonly token: ClientTokenKey }

/** Where the token of an app's own calls would be. */
export type ClientTokenKey = { readonly tokenId: string; readonly tokenHash: Buffer }

/** Nothing for a text that is no access token. */
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
