import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { PublicJwk } from '@countersign/contracts'
import { keepClaimsKey } from '@countersign/sdk'
import { isJwk } from '@countersign/service/secrets'
import { CommandError } from './command-error.ts'
import { parseJson } from './files.ts'

/** `claims_notice` for a person at a terminal. */
export const PLAIN_CLAIMS = `Shared claims pass through core and the provider in the open, and people are told so.
Give it a key to have that sealed: countersign clients update <client_id> --claims-key FILE`

export type MadeClaimsKey = {
  readonly publicJwk: PublicJwk
  /** False if the file existed. */
  readonly isNew: boolean
}

/**
 * Makes an app's key for sealed claims in a file, or reads the existing one, and returns the public half.
 * @throws CommandError
 */
export type MakeClaimsKey = (path: string) => Promise<MadeClaimsKey>

/**
 * Makes keys in files of this process; relative paths begin at `directory`. Only the public half goes into `files`, under its
 * path as typed: a running process that carries the command out never gets the private key.
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
 * Reads the public half that the command line sent along.
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
 * Reads an app's public key for sealed claims. Registration checks the key.
 * @throws CommandError
 */
export function parseClaimsKey(path: string, content: Buffer): PublicJwk {
  const jwk = parseJson(content)
  if (isJwk(jwk)) return jwk
  throw new CommandError(`${path} holds no public key as a JWK. Write the one that belongs to the app's private key.`)
}
