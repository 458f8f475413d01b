import { importJWK, type JWK, SignJWT } from 'jose'
import type { CheckedSettings } from './checked-settings.ts'

const LIFETIME = '60s'

/** The provider accepts each assertion once. The issuer is the only audience, so that no other server can reuse it. */
export async function signAssertion({ issuer, clientId }: CheckedSettings, jwk: JWK, alg: string): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg, typ: 'JWT', ...(jwk.kid !== undefined && { kid: jwk.kid }) })
    .setIssuer(clientId)
    .setSubject(clientId)
    .setAudience(issuer)
    .setJti(crypto.randomUUID())
    .setIssuedAt()
    .setExpirationTime(LIFETIME)
    .sign(await importJWK(jwk, alg))
}
