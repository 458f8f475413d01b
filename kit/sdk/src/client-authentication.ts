import type { JWK } from 'jose'
import type { CheckedSettings } from './checked-settings.ts'

const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/** Algorithms by key type; the first applies if the key has no `alg`. */
const ALGORITHMS: Readonly<Record<string, readonly string[]>> = {
  'EC P-256': ['ES256'],
  'OKP Ed25519': ['EdDSA', 'Ed25519'],
  RSA: ['PS256', 'RS256'],
}

type ClientKey = { readonly jwk: JWK; readonly alg: string }

/** Parses a private JWK. @throws TypeError for anything else */
export function readClientKey(clientKey: string): ClientKey {
  const key = findClientKey(clientKey)
  if (key) return key
  throw new TypeError('clientKey must be a private JWK as JSON, on P-256 or Ed25519, or for RSA.')
}

function findClientKey(clientKey: string): ClientKey | undefined {
  try {
    const jwk: JWK = JSON.parse(clientKey)
    const possible = ALGORITHMS[`${jwk.kty} ${jwk.crv ?? ''}`.trimEnd()] ?? []
    const { alg = possible[0] ?? '', d } = jwk
    return typeof d === 'string' && possible.includes(alg) ? { jwk, alg } : undefined
  } catch {
    return undefined
  }
}

/** Authenticates the app by its key (RFC 7523 §2.2) or secret (RFC 6749 §2.3.1); a public client only names itself. */
export async function proveClient(settings: CheckedSettings): Promise<Readonly<Record<string, string>>> {
  const { clientId, clientSecret, clientKey } = settings
  if (clientKey === undefined) {
    return { client_id: clientId, ...(clientSecret !== undefined && { client_secret: clientSecret }) }
  }
  const { jwk, alg } = readClientKey(clientKey)
  const { signAssertion } = await import('./client-assertion.ts')
  const assertion = await signAssertion(settings, jwk, alg)
  return { client_id: clientId, client_assertion_type: ASSERTION_TYPE, client_assertion: assertion }
}
