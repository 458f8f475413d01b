import { decodeProtectedHeader, importJWK, type JWK, jwtVerify } from 'jose'

/** The holder's key from a proof for this issuer with one of its nonces (OpenID4VCI 1.0 §8.2.1.1). */
export async function readProof(
  body: string,
  { issuer, useNonce }: { readonly issuer: string; readonly useNonce: (nonce: string) => boolean },
): Promise<JWK | undefined> {
  try {
    const { proofs } = JSON.parse(body) as { readonly proofs: { readonly jwt: readonly string[] } }
    const jwt = proofs.jwt[0] ?? ''
    const { jwk } = decodeProtectedHeader(jwt)
    if (!jwk || 'd' in jwk) return undefined
    const { payload } = await jwtVerify(jwt, await importJWK(jwk, 'ES256'), {
      algorithms: ['ES256'],
      typ: 'openid4vci-proof+jwt',
      audience: issuer,
      maxTokenAge: '5m',
    })
    return useNonce(String(payload['nonce'])) ? jwk : undefined
  } catch {
    return undefined
  }
}
