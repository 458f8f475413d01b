import { deriveBytes, seal, secureRandom, unseal } from '@countersign/service/secrets'
import type { ReleasedClaims } from '../identity/openid-claims.ts'

const CLAIMS_LABEL = 'countersign/v1/userinfo-claims'
const MASK_LABEL = 'countersign/v1/userinfo-claims-mask'
const KEY_BYTES = 32

/** `maskedKey` is PostgreSQL's `bit(256)` as text: 256 times 0 or 1. */
export type SealedUserinfoClaims = { readonly sealed: Buffer; readonly maskedKey: string }

/**
 * Encrypts claims under a random key, masked by XOR with the code. Redeeming the code and each refresh swap the mask
 * (`maskChange`): the database never learns the key, and the code opens nothing.
 */
export function sealUserinfoClaims(claims: ReleasedClaims, code: string): SealedUserinfoClaims {
  const key = secureRandom(KEY_BYTES)
  return {
    sealed: seal(JSON.stringify(claims), { secret: key, label: CLAIMS_LABEL, isOneTime: true }),
    maskedKey: toBits(exclusiveOr(key, maskOf(code))),
  }
}

/** For `masked_userinfo_key # change`: the key's mask is then the next secret's. The database learns neither. */
export function maskChange(presented: string, next: string): string {
  return toBits(exclusiveOr(maskOf(presented), maskOf(next)))
}

/** The key, by the code or refresh token that masks it. */
export function unmaskKey(maskedKey: string, secret: string): Buffer {
  return exclusiveOr(fromBits(maskedKey), maskOf(secret))
}

/** @throws Error for any other key */
export function openUserinfoClaims(sealed: Buffer, key: Buffer): ReleasedClaims {
  return JSON.parse(unseal(sealed, { secret: key, label: CLAIMS_LABEL, isOneTime: true }).toString('utf8'))
}

function maskOf(secret: string): Buffer {
  return deriveBytes({ secret, label: MASK_LABEL, isOneTime: true })
}

function exclusiveOr(left: Buffer, right: Buffer): Buffer {
  const result = Buffer.alloc(KEY_BYTES)
  for (let index = 0; index < KEY_BYTES; index += 1) {
    result.writeUInt8(left.readUInt8(index) ^ right.readUInt8(index), index)
  }
  return result
}

function toBits(bytes: Buffer): string {
  return BigInt(`0x${bytes.toString('hex')}`)
    .toString(2)
    .padStart(KEY_BYTES * 8, '0')
}

function fromBits(bits: string): Buffer {
  const hex = BigInt(`0b${bits}`).toString(16)
  return Buffer.from(hex.padStart(KEY_BYTES * 2, '0'), 'hex')
}
