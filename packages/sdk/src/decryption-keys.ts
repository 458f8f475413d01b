import {
  type ClaimsDecryptionKeys,
  ClaimsKeyError,
  importClaimsKeys,
  type PrivateClaimsKey,
  readPrivateClaimsKeys,
} from '@countersign/data-token/web'

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
