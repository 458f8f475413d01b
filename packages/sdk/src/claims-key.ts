import { createPublicKey } from 'node:crypto'
import { link, readFile, unlink, writeFile } from 'node:fs/promises'
import { type ClaimsKey, generateClaimsKeyPair, readClaimsKey } from '@countersign/data-token'
import { claimsDecryptionKeys } from './data-token.ts'

/** Where your app keeps its secrets: a table, a vault of secrets, a mounted volume. */
export type ClaimsKeyStore = {
  /** What is kept; undefined before the first start. */
  readonly read: () => Promise<string | undefined>
  /** Keeps a new key, unless one is kept already: of two servers that start at once, both then use the same. */
  readonly create: (privateJwk: string) => Promise<void>
}

export type KeptClaimsKey = {
  /** For `claimsDecryptionKey`. Nobody else may ever see it. */
  readonly privateJwk: string
  /** What the operator registers as `claims_encryption_jwk`. Anybody may see it. */
  readonly publicJwk: ClaimsKey
}

/**
 * The key that people's devices seal claims for: the one that is kept, or a new one that is kept from now on. Given a path,
 * it is in that file, which only the user of this process can read, and its public half beside it: `claims-key.json` and
 * `claims-key.public.json`.
 * @throws TypeError, which never quotes it, if what is kept is no such key
 */
export async function keepClaimsKey(keptIn: string | ClaimsKeyStore): Promise<KeptClaimsKey> {
  const store = typeof keptIn === 'string' ? fileStore(keptIn) : keptIn
  const known = await store.read()
  if (known !== undefined) return readKept(known)
  await store.create(generateClaimsKeyPair().privateJwk)
  const kept = readKept((await store.read()) ?? '')
  if (typeof keptIn === 'string') await publish(keptIn, kept.publicJwk)
  return kept
}

/** Of several keys the first is the newest. */
function readKept(privateJwk: string): KeptClaimsKey {
  const [newest] = claimsDecryptionKeys(privateJwk).values()
  const publicJwk = newest && readClaimsKey({ ...createPublicKey(newest).export({ format: 'jwk' }) })
  if (!publicJwk) throw new TypeError('claimsDecryptionKey holds no key.')
  return { privateJwk, publicJwk }
}

function fileStore(path: string): ClaimsKeyStore {
  return {
    read: () => readFile(path, 'utf8').catch(unlessThere('ENOENT')),
    // Written aside and linked into place: nobody reads half a key, and no key is ever replaced.
    create: async (privateJwk) => {
      const aside = `${path}.${crypto.randomUUID()}`
      await writeFile(aside, `${privateJwk}\n`, { mode: 0o600, flag: 'wx' })
      try {
        await link(aside, path).catch(unlessThere('EEXIST'))
      } finally {
        await unlink(aside)
      }
    },
  }
}

async function publish(path: string, publicJwk: ClaimsKey): Promise<void> {
  await writeFile(path.replace(/(\.json)?$/, '.public.json'), `${JSON.stringify(publicJwk)}\n`)
}

/** Nothing for one error of the file system; throws every other. */
function unlessThere(expected: string) {
  return (error: unknown): undefined => {
    if (error instanceof Error && 'code' in error && error.code === expected) return undefined
    throw error
  }
}
