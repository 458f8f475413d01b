import { createHmac } from 'node:crypto'
import { ServiceError } from '@countersign/service/errors'
import { canonicalLogin, VaultError } from '@countersign/vault'
import { fingerprintOf } from '../ground/secret-fingerprint.ts'

export type LoginIdentifiers = {
  /** Under the newest key; used for new registrations. */
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

const LOGIN_LABEL = 'countersign/v1/login'
const KEY_ID_LABEL = 'countersign/v1/login-index-key-id'

/** @throws `invalid_request` if the text is not a login name */
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
  return fingerprintOf(key, KEY_ID_LABEL)
}

/**
 * The database identifier of a login name. Keyed, so that a copy of the database does not show who has an account. The
 * same before and after registration, so that an OPAQUE answer does not show it either.
 * @throws `invalid_request`
 */
function credentialIdentifierOf(loginIndexKey: string, login: string): string {
  return createHmac('sha256', loginIndexKey)
    .update(lengthPrefixed(LOGIN_LABEL, canonicalise(login)))
    .digest('base64url')
}

/** Again here, though the client did it: two spellings of one name must never become two accounts. */
function canonicalise(login: string): string {
  try {
    return canonicalLogin(login)
  } catch (error) {
    if (error instanceof VaultError) throw new ServiceError('invalid_request', `login: ${error.message}`)
    throw error
  }
}

/** Each text behind its length (u32be): no two lists encode alike. */
function lengthPrefixed(...texts: readonly string[]): Buffer {
  const parts = texts.flatMap((text) => {
    const bytes = Buffer.from(text, 'utf8')
    const length = Buffer.alloc(4)
    length.writeUInt32BE(bytes.length)
    return [length, bytes]
  })
  return Buffer.concat(parts)
}
