import type { PublicJwk } from '@countersign/contracts'

/** What an id_token may be signed with. */
export const ID_TOKEN_ALGORITHMS = ['ES256', 'RS256'] as const

export type SigningAlgorithm = (typeof ID_TOKEN_ALGORITHMS)[number]

/** HS256 names the secret behind pairwise subjects, which is kept like a key and never published. */
export type KeyAlgorithm = SigningAlgorithm | 'HS256'

export const EVERY_ALGORITHM: readonly KeyAlgorithm[] = [...ID_TOKEN_ALGORITHMS, 'HS256']

/**
 * `published`: apps can fetch it, nothing is signed with it yet. `active`: signs. `retired`: signs no more, and what it
 * signed can still be verified. `removed`: forgotten.
 */
export type KeyState = 'published' | 'active' | 'retired' | 'removed'

/** A key as the database holds it: its private half is sealed, and gone once the key has retired. */
export type StoredKey = {
  readonly kid: string
  readonly algorithm: KeyAlgorithm
  readonly generation: number
  readonly state: KeyState
  readonly publicJwk: PublicJwk | undefined
  readonly sealedPrivateKey: Buffer | undefined
  /** How long the key has been the one to sign; negative before. */
  readonly activeSeconds: number
  readonly createdAt: Date
  readonly activeFrom: Date
  readonly retiresAt: Date | undefined
  readonly removedAt: Date | undefined
}
