import { base64url } from 'jose'
import { isObject } from './parse-object.ts'
import { sha256 } from './sha256.ts'

/** What a data token says of a claim that was verified: not the value, but what shows that this is the one. */
export type AttestedClaim = {
  readonly claim: string
  /** `hashClaimValue` of the value that was verified; the salt is beside sealed claims, inside the seal. */
  readonly value_sha256: string
  /** How it was proven: `email_code`, `phone_code`. */
  readonly method: string
  /** Unix time in seconds. */
  readonly verified_at: number
  /** Unix time in seconds. */
  readonly until: number
}

/** Whether e-mail address and phone number were verified (OpenID Connect Core §5.1): each is there where its claim is. */
export type VerifiedFlags = { readonly email_verified?: boolean; readonly phone_number_verified?: boolean }

type Texts = Readonly<Record<string, string>>

/** 32 bytes in base64url. */
const SALT = /^[A-Za-z0-9_-]{43}$/

/**
 * SHA-256 over a salt, 32 bytes in base64url, and the value in UTF-8; nothing for a salt of another length, into which the
 * beginning of another value could be moved.
 */
export async function hashClaimValue(salt: string, value: string): Promise<string | undefined> {
  if (!SALT.test(salt)) return undefined
  const hashed = Uint8Array.from([...base64url.decode(salt), ...new TextEncoder().encode(value)])
  return base64url.encode(await sha256(hashed))
}

/** The flags of these claims: of each that can be verified, whether it was. */
export function verifiedFlagsOf(claims: Texts, isVerified: (claim: string) => boolean): VerifiedFlags {
  return {
    ...(Object.hasOwn(claims, 'email') && { email_verified: isVerified('email') }),
    ...(Object.hasOwn(claims, 'phone') && { phone_number_verified: isVerified('phone') }),
  }
}

/** What a data token with claims in the open says of them. Of what it says nothing, nothing is verified. */
export function statedFlagsOf(token: { readonly claims: Texts } & VerifiedFlags): VerifiedFlags {
  const { claims, email_verified = false, phone_number_verified = false } = token
  return verifiedFlagsOf(claims, (claim) => (claim === 'email' ? email_verified : phone_number_verified))
}

/** Whether a value is the one that was verified: the hash under its salt is the one that was attested. */
export async function isAttested(
  claim: string,
  { claims, salts, attested }: { claims: Texts; salts: Texts; attested: readonly AttestedClaim[] },
): Promise<boolean> {
  const [value, salt] = [claims, salts].map((texts) => (Object.hasOwn(texts, claim) ? texts[claim] : undefined))
  if (value === undefined || salt === undefined) return false
  const hash = await hashClaimValue(salt, value)
  return hash !== undefined && attested.some((each) => each.claim === claim && each.value_sha256 === hash)
}

/** Reads what a data token says of verified claims; nothing if it is in any other form. */
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
