import { resolve } from 'node:path'
import type { PublicJwk } from '@countersign/contracts'
import { keepClaimsKey } from '@countersign/sdk'
import { CommandError } from './command-error.ts'

/**
 * Makes an app's key for sealed claims in a file, or finds the one that is there, and answers the public half.
 * @throws CommandError
 */
export type MakeClaimsKey = (path: string) => Promise<PublicJwk>

/**
 * Makes keys with the rights of this process. Relative paths begin at a directory. Only the public half is remembered
 * among the files, under its path as typed: whoever carries the command out is sent that, and never the key.
 */
export function createClaimsKeyMaker(directory: string, files: Map<string, Buffer>): MakeClaimsKey {
  return async (path) => {
    const { publicJwk } = await keepClaimsKey(resolve(directory, path)).catch((cause: unknown) => {
      const reason =
        cause instanceof TypeError
          ? 'holds something else. Move it away'
          : 'cannot be written or read. Run this where you may write'
      throw new CommandError(`${path} ${reason}, or name a public key: --claims-key FILE.`, { cause })
    })
    files.set(path, Buffer.from(JSON.stringify(publicJwk)))
    return publicJwk
  }
}

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
