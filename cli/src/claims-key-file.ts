import { readFileSync } from 'node:fs'
import type { PublicJwk } from '@countersign/provider'
import { CommandError } from './command-error.ts'

/** Reads an app's public key for sealed claims. Whether it is a sound one, and not the private half, registration checks. */
export function readClaimsKeyFile(path: string): PublicJwk {
  const jwk = parse(readText(path))
  if (isJwk(jwk)) return jwk
  throw new CommandError(`${path} holds no public key as a JWK. Write the one that belongs to the app's private key.`)
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new CommandError(`The key ${path} cannot be read. Check its path.`, { cause })
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isJwk(value: unknown): value is PublicJwk {
  return typeof value === 'object' && value !== null && 'kty' in value && typeof value.kty === 'string'
}
