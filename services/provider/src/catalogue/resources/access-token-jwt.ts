import { type JwsKey, signJwsAside } from '@countersign/data-token'
import { decodeProtectedHeader } from 'jose'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Keyring } from '../../ground/keys/keyring.ts'
import { verifyOwnJwt } from '../../ground/keys/verify-own-jwt.ts'

/** RFC 9068 §2.1: keeps other JWTs of these keys from passing as access tokens. */
const TYP = 'at+jwt'

/** RFC 9068 §2.2. Times in Unix seconds. */
export type AccessTokenClaims = {
  readonly iss: string
  readonly sub: string
  readonly aud: string
  readonly client_id: string
  readonly scope: string
  readonly iat: number
  readonly exp: number
  readonly jti: string
  readonly cnf?: { readonly jkt: string }
}

/** Signs an access token that its resource server verifies itself. */
export function signAccessToken(claims: AccessTokenClaims, key: JwsKey): Promise<string> {
  return signJwsAside(claims, key, TYP)
}

const ownClaims = Compile(
  Type.Object({
    aud: Type.String(),
    scope: Type.String(),
    iat: Type.Integer(),
    exp: Type.Integer(),
    jti: Type.String(),
    cnf: Type.Optional(Type.Object({ jkt: Type.String() })),
  }),
)

export type VerifiedAccessToken = NonNullable<Awaited<ReturnType<typeof verifyAccessToken>>>

/** Undefined for what is no JWT access token of this service. */
export async function verifyAccessToken(keys: Keyring, text: string) {
  if (!isAccessTokenJwt(text)) return undefined
  const claims = await verifyOwnJwt(keys, text, TYP)
  return claims && ownClaims.Check(claims) ? claims : undefined
}

function isAccessTokenJwt(text: string): boolean {
  try {
    return decodeProtectedHeader(text).typ === TYP
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}
