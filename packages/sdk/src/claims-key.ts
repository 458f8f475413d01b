import {
  type ClaimsDecryptionKeys,
  type ClaimsKey,
  ClaimsKeyError,
  generateClaimsKeyPair,
  importClaimsKeys,
  type PrivateClaimsKey,
  readPrivateClaimsKeys,
} from '@countersign/data-token/web'

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
 * @throws TypeError, which never quotes it, if what is kept is no such key, or no file is named
 */
export async function keepClaimsKey(keptIn: string | ClaimsKeyStore | undefined): Promise<KeptClaimsKey> {
  if (!keptIn) throw new TypeError('keepClaimsKey is given no file: name the one that holds, or is to hold, the key.')
  if (typeof keptIn !== 'string') return keepIn(keptIn)
  // There are runtimes without files.
  const { fileStore, publishBeside } = await import('./claims-key-file.ts')
  return keepIn(fileStore(keptIn), async ({ publicJwk }, isNew) => publishBeside(keptIn, publicJwk, isNew))
}

type Publish = (kept: KeptClaimsKey, isNew: boolean) => Promise<void>

async function keepIn(store: ClaimsKeyStore, publish?: Publish): Promise<KeptClaimsKey> {
  const known = await store.read()
  if (known === undefined) await store.create((await generateClaimsKeyPair()).privateJwk)
  const kept = await readKept(known ?? (await store.read()) ?? '')
  await publish?.(kept, known === undefined)
  return kept
}

async function readKept(privateJwk: string): Promise<KeptClaimsKey> {
  const keys = parseDecryptionKeys(privateJwk)
  await importDecryptionKeys(keys)
  const [{ publicJwk }] = keys
  return { privateJwk, publicJwk }
}

/**
 * The keys to open sealed claims with, the newest first.
 * @throws TypeError, which never quotes them
 */
export function parseDecryptionKeys(text: string): readonly [PrivateClaimsKey, ...PrivateClaimsKey[]] {
  try {
    return readPrivateClaimsKeys(text)
  } catch (error) {
    throw explain(error)
  }
}

/** The same, ready to open with. @throws TypeError, which never quotes them */
export async function importDecryptionKeys(keys: readonly PrivateClaimsKey[]): Promise<ClaimsDecryptionKeys> {
  try {
    return await importClaimsKeys(keys)
  } catch (error) {
    throw explain(error)
  }
}

function explain(error: unknown): unknown {
  return error instanceof ClaimsKeyError
    ? new TypeError(`claimsDecryptionKey ${error.message}`, { cause: error })
    : error
}
