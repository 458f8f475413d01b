import { credentialIdentifierOf } from './credential-identifier.ts'
import { fingerprintOf } from './secret-fingerprint.ts'

export type LoginIdentifiers = {
  /** Under the newest key: what is registered from now on. */
  readonly newest: string
  /** Under the keys that are being replaced. */
  readonly former: readonly string[]
}

/** Finds login names that the database holds only as keyed hashes, also while the key is being replaced. */
export type LoginIndex = {
  /** Always one identifier for each key, so that the time does not show under which one a name is registered. */
  identifiersOf(login: string): LoginIdentifiers
  /** The fingerprint of the newest key. */
  readonly keyId: string
}

const LABEL = 'countersign/v1/login-index-key-id'

/** @throws `invalid_request` for what is no login name */
export function createLoginIndex(keys: readonly string[]): LoginIndex {
  const [newestKey = '', ...formerKeys] = keys
  return {
    identifiersOf: (login) => ({
      newest: credentialIdentifierOf(newestKey, login),
      former: formerKeys.map((key) => credentialIdentifierOf(key, login)),
    }),
    keyId: loginIndexKeyId(newestKey),
  }
}

export function loginIndexKeyId(key: string): string {
  return fingerprintOf(key, LABEL)
}
