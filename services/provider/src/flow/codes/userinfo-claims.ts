import { deriveBytes, seal, secureRandom, unseal } from '@countersign/service/secrets'
import type { ReleasedClaims } from '../identity/openid-claims.ts'

const CLAIMS_LABEL = 'countersign/v1/userinfo-claims'
const MASK_LABEL = 'countersign/v1/userinfo-claims-mask'
const KEY_BYTES = 32

/** `maskedKey` is PostgreSQL's `bit(256)` as text: 256 times 0 or 1. */
export type SealedUserinfoClaims = { readonly sealed: Buffer; readonly maskedKey: string }

/**
 * Encrypts claims under a random key, masked by XOR with the code. Redeeming the code and each refresh swap the mask
 * (`maskChanges`): the database never learns the key, and the code opens nothing.
 */
export function sealUserinfoClaims(claims: ReleasedClaims, code: string): SealedUserinfoClaims {
  const key = secureRandom(KEY_BYTES)
  return {
    sealed: seal(JSON.stringify(claims), { secret: key, label: CLAIMS_LABEL, isOneTime: true }),
    maskedKey: toBits(exclusiveOr(key, maskOf(code))),
  }
}

/** XORed (`#`) to a key masked by a code or refresh token, these remask it for the tokens it brings. */
export type MaskChanges = { readonly toAccessToken: string; readonly toRefreshToken: string }

/** Lets the database compute `masked_userinfo_key # change` without learning key or masks. */
export function maskChanges(
  presented: string,
  { accessToken, refreshToken }: { readonly accessToken: string; readonly refreshToken: string },
): MaskChanges {
  const mask = maskOf(presented)
  const changeTo = (token: string) => toBits(exclusiveOr(mask, maskOf(token)))
  return { toAccessToken: changeTo(accessToken), toRefreshToken: changeTo(refreshToken) }
}

/** Opens claims with the secret whose mask the key carries: an access token once the code is redeemed. */
export function openUserinfoClaims({ sealed, maskedKey }: SealedUserinfoClaims, secret: string): ReleasedClaims {
  const key = exclusiveOr(fromBits(maskedKey), maskOf(secret))
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
  return Buffer.from(Array.from(bits.matchAll(/[01]{8}/g), ([byte]) => Number.parseInt(byte, 2)))
}
