import { type JwsKey, signJwsAside } from '@countersign/data-token'
import { decodeProtectedHeader } from 'jose'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Keyring } from '../../ground/keys/keyring.ts'
import { verifyOwnJwt } from '../../ground/keys/verify-own-jwt.ts'
import type { DescribedSignIn } from '../../ground/sign-in.ts'

/** RFC 9068 §2.1: keeps other JWTs of these keys from passing as access tokens. */
const TYP = 'at+jwt'

type AccessToken = {
  readonly issuer: string
  readonly sub: string
  readonly audience: string
  readonly clientId: string
  readonly scopes: readonly string[]
  readonly jkt: string | undefined
  /** Unix seconds. */
  readonly issuedAt: number
  readonly lifetimeSeconds: number
  readonly jti: string
} & DescribedSignIn

/** Signs an access token that its resource server verifies itself (RFC 9068 §2.2). */
export function signAccessToken(
  { issuedAt, jkt, auth_time, acr, amr, ...token }: AccessToken,
  key: JwsKey,
): Promise<string> {
  const claims = {
    iss: token.issuer,
    sub: token.sub,
    aud: token.audience,
    client_id: token.clientId,
    scope: token.scopes.join(' '),
    iat: issuedAt,
    exp: issuedAt + token.lifetimeSeconds,
    jti: token.jti,
    ...(jkt !== undefined && { cnf: { jkt } }),
    auth_time,
    acr,
    amr,
  }
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
