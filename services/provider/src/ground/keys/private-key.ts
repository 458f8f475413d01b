import { randomBytes, randomUUID } from 'node:crypto'
import type { PublicJwk } from '@countersign/contracts'
import { seal, unseal } from '@countersign/service/secrets'
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose'
import type { KeyAlgorithm, SigningAlgorithm, StoredKey } from './key.ts'

const LABEL = 'countersign/v1/provider-key'
const PAIRWISE_SECRET_BYTES = 32

/** `privateKey` is a JWK as JSON, or the bytes of the pairwise secret. */
type NewPrivateKey = { readonly kid: string; readonly publicJwk: PublicJwk | undefined; readonly privateKey: Buffer }

/** P-256, RSA 2048, or 256 random bits. */
export async function generatePrivateKey(algorithm: KeyAlgorithm): Promise<NewPrivateKey> {
  if (algorithm === 'HS256') {
    return { kid: randomUUID(), publicJwk: undefined, privateKey: randomBytes(PAIRWISE_SECRET_BYTES) }
  }
  return generateSigningKey(algorithm)
}

async function generateSigningKey(algorithm: SigningAlgorithm): Promise<NewPrivateKey> {
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
 * Seals a private key under the first secret, bound to its `kid`.
 * @throws Error without a secret
 */
export function sealPrivateKey(privateKey: Buffer, kid: string, [secret]: readonly string[]): Buffer {
  if (secret === undefined) throw new Error('There is no secret to seal keys under.')
  return seal(privateKey, { secret, label: LABEL, owner: kid })
}

export type OpenedKey = { readonly privateKey: Buffer; readonly openedWithFirst: boolean }

/** Tries each secret; undefined if none opens the key. */
export function openPrivateKey(
  { kid, sealedPrivateKey }: Pick<StoredKey, 'kid' | 'sealedPrivateKey'>,
  secrets: readonly string[],
): OpenedKey | undefined {
  if (sealedPrivateKey === undefined) return undefined
  for (const [index, secret] of secrets.entries()) {
    try {
      const privateKey = unseal(sealedPrivateKey, { secret, label: LABEL, owner: kid })
      return { privateKey, openedWithFirst: index === 0 }
    } catch {
      // Only trying tells which secret sealed it.
    }
  }
  return undefined
}
