import { randomBytes, randomUUID } from 'node:crypto'
import type { PublicJwk } from '@countersign/contracts'
import { seal } from '@countersign/service/secrets'
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose'
import { openByAny } from './sealed-text.ts'

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

const LABEL = 'countersign/v1/provider-key'
const PAIRWISE_SECRET_BYTES = 32

/** `privateKey` is a JWK as JSON, or the bytes of the pairwise secret. */
type NewPrivateKey = { readonly kid: string; readonly publicJwk: PublicJwk | undefined; readonly privateKey: Buffer }

/** P-256, RSA 2048, or 256 random bits. */
export async function generatePrivateKey(algorithm: KeyAlgorithm): Promise<NewPrivateKey> {
  if (algorithm === 'HS256') {
    return { kid: randomUUID(), publicJwk: undefined, privateKey: randomBytes(PAIRWISE_SECRET_BYTES) }
  }
  const { publicKey, privateKey } = await generateKeyPair(algorithm, { extractable: true })
  const { kty = '', ...parameters } = await exportJWK(publicKey)
  const kid = await calculateJwkThumbprint({ kty, ...parameters })
  return {
    kid,
    publicJwk: { kty, ...parameters, kid, alg: algorithm, use: 'sig' },
    privateKey: Buffer.from(JSON.stringify(await exportJWK(privateKey))),
  }
}

/**
 * Under the first secret, bound to its `kid`.
 * @throws Error without a secret
 */
export function sealPrivateKey(privateKey: Buffer, kid: string, [secret]: readonly string[]): Buffer {
  if (secret === undefined) throw new Error('There is no secret to seal keys under.')
  return seal(privateKey, { secret, label: LABEL, owner: kid })
}

/** The private key, and whether the first secret opens it; undefined if none does. */
export function openPrivateKey(
  { kid, sealedPrivateKey }: Pick<StoredKey, 'kid' | 'sealedPrivateKey'>,
  secrets: readonly string[],
) {
  return sealedPrivateKey && openByAny(sealedPrivateKey, { secrets, label: LABEL, owner: kid })
}
