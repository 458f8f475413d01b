import { holdsPrivateMember, problemOfPublicKey } from '../jwt/public-key.ts'
import type { PublicJwk } from './client.ts'

const MAXIMUM_KEYS = 10

/** Says what is wrong with the keys that a client wants to sign its assertions with, or nothing. */
export function problemOfKeys(keys: readonly PublicJwk[]): string | undefined {
  if (keys.length > MAXIMUM_KEYS) return `At most ${MAXIMUM_KEYS} public keys can be registered.`
  const problem = keys.map(problemOfPublicKey).find((each) => each !== undefined)
  if (problem) return `A public key ${problem}.`
  const kids = keys.map(({ kid }) => kid)
  // With several keys, `kid` is what tells which of them an assertion was signed with (OpenID Connect Core §10.1).
  if (keys.length > 1 && (kids.includes(undefined) || new Set(kids).size < kids.length)) {
    return 'Of several public keys, each needs a kid of its own.'
  }
  return undefined
}

/** Says what is wrong with the key that claims are to be sealed for, or nothing. */
export function problemOfEncryptionKey(key: PublicJwk | undefined): string | undefined {
  return key && holdsPrivateMember(key) ? 'The key for sealed claims holds a private member.' : undefined
}
