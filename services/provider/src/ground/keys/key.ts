import type { PublicJwk } from '@countersign/contracts'

export const ID_TOKEN_ALGORITHMS = ['ES256', 'RS256'] as const

export type SigningAlgorithm = (typeof ID_TOKEN_ALGORITHMS)[number]

/** HS256 is the pairwise secret: kept like a key, never published. */
export type KeyAlgorithm = SigningAlgorithm | 'HS256'

export const EVERY_ALGORITHM: readonly KeyAlgorithm[] = [...ID_TOKEN_ALGORITHMS, 'HS256']

/** `published` does not sign yet, `active` signs, `retired` still verifies, `removed` does neither. */
export type KeyState = 'published' | 'active' | 'retired' | 'removed'

/** As stored: its private half is sealed, and erased once retired. */
export type StoredKey = {
  readonly kid: string
  readonly algorithm: KeyAlgorithm
  readonly generation: number
  readonly state: KeyState
  readonly publicJwk: PublicJwk | undefined
  readonly sealedPrivateKey: Buffer | undefined
  /** Time since it became active; negative before. */
  readonly activeSeconds: number
  readonly createdAt: Date
  readonly activeFrom: Date
  readonly retiresAt: Date | undefined
  readonly removedAt: Date | undefined
}
