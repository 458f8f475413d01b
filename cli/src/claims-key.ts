import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { PublicJwk } from '@countersign/contracts'
import { keepClaimsKey } from '@countersign/sdk'
import { CommandError } from './command-error.ts'

/** `claims_notice` for a person at a terminal. */
export const PLAIN_CLAIMS = `What people share with it passes through core and the provider in the open, and they are told so.
Give it a key to have that sealed: countersign clients update <client_id> --claims-key FILE`

export type MadeClaimsKey = {
  readonly publicJwk: PublicJwk
  /** False if the file was there. */
  readonly isNew: boolean
}

/**
 * Makes an app's key for sealed claims in a file, or finds the one that is there, and answers the public half.
 * @throws CommandError
 */
export type MakeClaimsKey = (path: string) => Promise<MadeClaimsKey>

/**
 * Makes keys with the rights of this process. Relative paths begin at a directory. Only the public half is remembered
 * among the files, under its path as typed: whoever carries the command out is sent that, and never the key.
 */
export function createClaimsKeyMaker(directory: string, files: Map<string, Buffer>): MakeClaimsKey {
  const made = new Map<string, MadeClaimsKey>()
  return async (path) => {
    const known = made.get(path)
    if (known) return known
    const file = resolve(directory, path)
    const isNew = !existsSync(file)
    const { publicJwk } = await keepClaimsKey(file).catch((cause: unknown) => {
      const reason =
        cause instanceof TypeError
          ? 'holds something else. Move it away'
          : 'cannot be written or read. Run this where you may write'
      throw new CommandError(`${path} ${reason}, or name a public key: --claims-key FILE.`, { cause })
    })
    const key = { publicJwk, isNew }
    made.set(path, key)
    files.set(path, Buffer.from(JSON.stringify(key)))
    return key
  }
}

/**
 * Reads what was remembered of a key where the command was typed.
 * @throws CommandError
 */
export function parseMadeClaimsKey(path: string, content: Buffer): MadeClaimsKey {
  const key = parseJson(content)
  if (typeof key === 'object' && key !== null && 'publicJwk' in key && 'isNew' in key && isJwk(key.publicJwk)) {
    return { publicJwk: key.publicJwk, isNew: key.isNew === true }
  }
  throw new CommandError(`${path} came in another form. Use the command line of the version that is running.`)
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
