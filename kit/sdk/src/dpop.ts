import { base64url, calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { DpopKeyPair } from './checked-settings.ts'
import { sha256 } from './flow.ts'

export type ProvenRequest = { readonly method: string; readonly url: string; readonly accessToken?: string | undefined }

/** Makes DPoP proofs (RFC 9449). */
export type DpopProver = {
  readonly thumbprint: string
  readonly prove: (request: ProvenRequest) => Promise<string>
  /** Remembers the nonce for the next proof to this server (§8.2). Returns whether there was one. */
  readonly keepNonce: (url: string, headers: Headers) => boolean
}

export async function createDpopProver(pair: DpopKeyPair | true): Promise<DpopProver> {
  const { privateKey, publicKey } = pair === true ? await generateKeyPair('ES256') : pair
  const { kty = 'EC', crv = '', x = '', y = '' } = await exportJWK(publicKey)
  const jwk = { kty, crv, x, y }
  const nonces = new Map<string, string>()
  return {
    thumbprint: await calculateJwkThumbprint(jwk),
    prove: async ({ method, url, accessToken }) => {
      const { origin, pathname } = new URL(url)
      const nonce = nonces.get(origin)
      const ath = accessToken === undefined ? undefined : base64url.encode(await sha256(accessToken))
      return new SignJWT({ htm: method, htu: origin + pathname, ...(nonce && { nonce }), ...(ath && { ath }) })
        .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk })
        .setJti(crypto.randomUUID())
        .setIssuedAt()
        .sign(privateKey)
    },
    keepNonce: (url, headers) => {
      const nonce = headers.get('dpop-nonce')
      if (nonce !== null) nonces.set(new URL(url).origin, nonce)
      return nonce !== null
    },
  }
}
