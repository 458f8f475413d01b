import {
  type ClaimsDecryptionKeys,
  ClaimsKeyError,
  importClaimsKeys,
  type PrivateClaimsKey,
  readPrivateClaimsKeys,
} from '@countersign/data-token/web'

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
