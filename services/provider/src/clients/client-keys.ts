import type { PublicJwk } from '@countersign/contracts'
import { readClaimsKey } from '@countersign/data-token'
import { holdsPrivateMember, problemOfPublicKey } from '@countersign/service/secrets'

const MAXIMUM_KEYS = 10
const ENCRYPTION_ALGORITHM = 'ECDH-ES+A256KW'

export function problemOfKeys(keys: readonly PublicJwk[], algorithms: readonly string[]): string | undefined {
  if (keys.length > MAXIMUM_KEYS) return `At most ${MAXIMUM_KEYS} public keys can be registered.`
  const problem = keys.map((key) => problemOfPublicKey(key, algorithms)).find((each) => each !== undefined)
  if (problem) return `A public key ${problem}.`
  const kids = keys.map(({ kid }) => kid)
  // With several keys, `kid` selects the one that signed (OpenID Connect Core §10.1).
  if (keys.length > 1 && (kids.includes(undefined) || new Set(kids).size < kids.length)) {
    return 'Of several public keys, each needs a kid of its own.'
  }
  return undefined
}

/** Describes the problem with a claims encryption key; undefined if valid. Allowed: P-256 and X25519, for ECDH. */
export function problemOfEncryptionKey(key: PublicJwk | undefined): string | undefined {
  if (!key) return undefined
  if (holdsPrivateMember(key)) return 'The key for sealed claims holds a private member.'
  const { use = 'enc', alg = ENCRYPTION_ALGORITHM } = key
  if (use !== 'enc') return 'The key for sealed claims is not for encryption (use).'
  if (alg !== ENCRYPTION_ALGORITHM) return `The key for sealed claims must be for ${ENCRYPTION_ALGORITHM} (alg).`
  return readClaimsKey(key) ? undefined : 'The key for sealed claims must be a sound key on P-256 or X25519.'
}
