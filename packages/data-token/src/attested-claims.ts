import { base64url } from 'jose'
import { isObject } from './parse-object.ts'
import { sha256 } from './sha256.ts'

/** A verified claim in a data token, by a hash of its value. */
export type AttestedClaim = {
  readonly claim: string
  /** `hashClaimValue` of the verified value; with sealed claims, the salt is inside the seal. */
  readonly value_sha256: string
  /** `email_code` or `phone_code`. */
  readonly method: string
  /** Unix time in seconds. */
  readonly verified_at: number
  /** Unix time in seconds. */
  readonly until: number
}

/** OpenID Connect Core §5.1; each flag is present if its claim is. */
export type VerifiedFlags = { readonly email_verified?: boolean; readonly phone_number_verified?: boolean }

type Texts = Readonly<Record<string, string>>

/** 32 bytes in base64url. */
const SALT = /^[A-Za-z0-9_-]{43}$/

/** Undefined unless the salt has 32 bytes (base64url): the start of the value could be moved into it. */
export async function hashClaimValue(salt: string, value: string): Promise<string | undefined> {
  if (!SALT.test(salt)) return undefined
  const hashed = Uint8Array.from([...base64url.decode(salt), ...new TextEncoder().encode(value)])
  return base64url.encode(await sha256(hashed))
}

export function verifiedFlagsOf(claims: Texts, isVerified: (claim: string) => boolean): VerifiedFlags {
  return {
    ...(Object.hasOwn(claims, 'email') && { email_verified: isVerified('email') }),
    ...(Object.hasOwn(claims, 'phone') && { phone_number_verified: isVerified('phone') }),
  }
}

/** The flags of a data token with plain claims; a missing flag means unverified. */
export function statedFlagsOf(token: { readonly claims: Texts } & VerifiedFlags): VerifiedFlags {
  const { claims, email_verified = false, phone_number_verified = false } = token
  return verifiedFlagsOf(claims, (claim) => (claim === 'email' ? email_verified : phone_number_verified))
}

/** Whether the hash of the value under its salt is the attested one. */
export async function isAttested(
  claim: string,
  { claims, salts, attested }: { claims: Texts; salts: Texts; attested: readonly AttestedClaim[] },
): Promise<boolean> {
  const [value, salt] = [claims, salts].map((texts) => (Object.hasOwn(texts, claim) ? texts[claim] : undefined))
  if (value === undefined || salt === undefined) return false
  const hash = await hashClaimValue(salt, value)
  return hash !== undefined && attested.some((each) => each.claim === claim && each.value_sha256 === hash)
}

/** Undefined for any other form. */
export function readAttestedClaims(value: unknown): readonly AttestedClaim[] | undefined {
  if (!Array.isArray(value)) return undefined
  const read = value.map(readAttestedClaim)
  return read.every((each) => each !== undefined) ? read : undefined
}

function readAttestedClaim(entry: unknown): AttestedClaim | undefined {
  if (!isObject(entry)) return undefined
  const { claim, value_sha256, method, verified_at, until } = entry
  if (typeof claim !== 'string' || typeof value_sha256 !== 'string' || typeof method !== 'string') return undefined
  if (typeof verified_at !== 'number' || typeof until !== 'number') return undefined
  return { claim, value_sha256, method, verified_at, until }
}
