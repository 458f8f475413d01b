import {
  type ClaimsDecryptionKeys,
  type ClaimsKey,
  ClaimsKeyError,
  generateClaimsKeyPair,
  importClaimsKeys,
  type PrivateClaimsKey,
  readPrivateClaimsKeys,
} from '@countersign/data-token/web'

/** Your app's storage for secrets: a table, a secret manager, a mounted volume. */
export type ClaimsKeyStore = {
  /** Returns the stored key; undefined before the first start. */
  readonly read: () => Promise<string | undefined>
  /** Stores a new key unless there is one already, so that two servers that start at once use the same key. */
  readonly create: (privateJwk: string) => Promise<void>
}

export type KeptClaimsKey = {
  /** For `claimsDecryptionKey`. Keep it secret. */
  readonly privateJwk: string
  /** Public: the operator registers it as `claims_encryption_jwk`. */
  readonly publicJwk: ClaimsKey
}

/**
 * Reads the key that users' devices seal claims for, or creates and stores one. A path names a file that only this process's
 * user can read; its public half is stored beside it: `claims-key.json` and `claims-key.public.json`.
 * @throws TypeError without quoting the key, if it is not valid or no file is named
 */
export async function keepClaimsKey(keptIn: string | ClaimsKeyStore | undefined): Promise<KeptClaimsKey> {
  if (!keptIn) throw new TypeError('keepClaimsKey is given no file: name the one that holds, or is to hold, the key.')
  if (typeof keptIn !== 'string') return keepIn(keptIn)
  // Some runtimes have no files.
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

/** Returns the keys for sealed claims, newest first. @throws TypeError without quoting them */
export function parseDecryptionKeys(text: string): readonly [PrivateClaimsKey, ...PrivateClaimsKey[]] {
  try {
    return readPrivateClaimsKeys(text)
  } catch (error) {
    throw explain(error)
  }
}

/** @throws TypeError without quoting the keys */
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
