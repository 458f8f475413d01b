import type { JWK } from 'jose'
import type { CheckedSettings } from './settings.ts'

const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/** Algorithms by key type; the first applies if the key has no `alg`. */
const ALGORITHMS: Readonly<Record<string, readonly string[]>> = {
  'EC P-256': ['ES256'],
  'OKP Ed25519': ['EdDSA', 'Ed25519'],
  'RSA ': ['PS256', 'RS256'],
}

type ClientKey = { readonly jwk: JWK; readonly alg: string }

/** Parses a private JWK. Returns undefined for anything else. */
export function findClientKey(clientKey: string): ClientKey | undefined {
  try {
    const jwk: JWK = JSON.parse(clientKey)
    const possible = ALGORITHMS[`${jwk.kty} ${jwk.crv ?? ''}`] ?? []
    const { alg = possible[0] ?? '', d } = jwk
    return typeof d === 'string' && possible.includes(alg) ? { jwk, alg } : undefined
  } catch {
    return undefined
  }
}

/** Authenticates the app by its key (RFC 7523 §2.2) or secret (RFC 6749 §2.3.1); a public client only names itself. */
export async function proveClient(settings: CheckedSettings): Promise<Readonly<Record<string, string>>> {
  const { clientId, clientSecret, clientKey } = settings
  const key = clientKey === undefined ? undefined : findClientKey(clientKey)
  if (!key) return { client_id: clientId, ...(clientSecret !== undefined && { client_secret: clientSecret }) }
  const { signAssertion } = await import('./client-assertion.ts')
  const assertion = await signAssertion(settings, key.jwk, key.alg)
  return { client_id: clientId, client_assertion_type: ASSERTION_TYPE, client_assertion: assertion }
}
