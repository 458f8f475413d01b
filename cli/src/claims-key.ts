import type { PublicJwk } from '@countersign/contracts'
import { CommandError } from './command-error.ts'

/**
 * Reads an app's public key for sealed claims out of the content of a file. Whether it is a sound one, and not the
 * private half, registration checks.
 * @throws CommandError
 */
export function parseClaimsKey(path: string, content: Buffer): PublicJwk {
  const jwk = parseJson(content)
  if (isJwk(jwk)) return jwk
  throw new CommandError(`${path} holds no public key as a JWK. Write the one that belongs to the app's private key.`)
}

function parseJson(content: Buffer): unknown {
  try {
    return JSON.parse(String(content))
  } catch {
    return undefined
  }
}

function isJwk(value: unknown): value is PublicJwk {
  return typeof value === 'object' && value !== null && 'kty' in value && typeof value.kty === 'string'
}
