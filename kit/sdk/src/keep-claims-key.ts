import type { ClaimsKey } from '@countersign/data-token/web'

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
  return (await import('./kept-claims-key.ts')).keepClaimsKey(keptIn)
}
