import { importJWK, type JWK, SignJWT } from 'jose'
import type { CheckedSettings } from './settings.ts'

const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
const LIFETIME = '60s'

/** What a key is for that does not say so itself. */
const ALGORITHMS: Readonly<Record<string, string>> = { 'P-256': 'ES256', Ed25519: 'EdDSA', RSA: 'PS256' }

/** What a private JWK, as JSON, signs with; undefined for anything else. */
export function algorithmOf(clientKey: string): string | undefined {
  try {
    const { alg, crv, kty = '', d }: JWK = JSON.parse(clientKey)
    return d === undefined ? undefined : (alg ?? ALGORITHMS[crv ?? kty])
  } catch {
    return undefined
  }
}

/** Says which app asks, and proves it: by its key (RFC 7523 §2.2) or its secret (RFC 6749 §2.3.1), or not, as a public client. */
export async function proveClient(settings: CheckedSettings): Promise<Readonly<Record<string, string>>> {
  const { clientId, clientSecret, clientKey } = settings
  if (clientKey !== undefined) {
    const assertion = await signAssertion(settings, clientKey)
    return { client_id: clientId, client_assertion_type: ASSERTION_TYPE, client_assertion: assertion }
  }
  return { client_id: clientId, ...(clientSecret !== undefined && { client_secret: clientSecret }) }
}

/** New for every request: the provider takes each once. For the issuer alone, so that no other server can pass it on. */
async function signAssertion({ issuer, clientId }: CheckedSettings, clientKey: string): Promise<string> {
  const [alg = '', jwk]: [string | undefined, JWK] = [algorithmOf(clientKey), JSON.parse(clientKey)]
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
