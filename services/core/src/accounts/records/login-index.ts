import { createHmac } from 'node:crypto'
import { ServiceError } from '@countersign/service/errors'
import { canonicalLogin, VaultError } from '@countersign/vault'
import { loginIndexKeyId } from '../../ground/secret-fingerprint.ts'

/** A login name as the database holds it: keyed hashes. */
export type LoginIdentifiers = {
  /** Under the newest key; used for new registrations. */
  readonly credentialIdentifier: string
  /** Under the keys that are being replaced. */
  readonly formerIdentifiers: readonly string[]
  /** The fingerprint of the newest key. */
  readonly indexKeyId: string
}

export type LoginIndex = ReturnType<typeof createLoginIndex>
export type WithLoginIndex = { readonly loginIndex: LoginIndex }

const LOGIN_LABEL = 'countersign/v1/login'

export function createLoginIndex(keys: readonly string[]) {
  const [newestKey = '', ...formerKeys] = keys
  const indexKeyId = loginIndexKeyId(newestKey)
  return {
    /**
     * Always computes one identifier for each key, so that the time does not show under which one a name is registered.
     * @throws `invalid_request` if the text is not a login name
     */
    identifiersOf: (login: string): LoginIdentifiers => ({
      credentialIdentifier: credentialIdentifierOf(newestKey, login),
      formerIdentifiers: formerKeys.map((key) => credentialIdentifierOf(key, login)),
      indexKeyId,
    }),
  }
}

/**
 * Keyed, so that a copy of the database does not show who has an account; the same before and after registration, so that
 * an OPAQUE answer does not either.
 */
function credentialIdentifierOf(loginIndexKey: string, login: string): string {
  return createHmac('sha256', loginIndexKey)
    .update(lengthPrefixed(LOGIN_LABEL, canonicalise(login)))
    .digest('base64url')
}

/** The client did this too, but two spellings of one name must never become two accounts. */
function canonicalise(login: string): string {
  try {
    return canonicalLogin(login)
  } catch (error) {
    if (error instanceof VaultError) throw new ServiceError('invalid_request', `login: ${error.message}`)
    throw error
  }
}

/** Each text after its length (u32be), so that no two lists encode alike. */
function lengthPrefixed(...texts: readonly string[]): Buffer {
  const parts = texts.flatMap((text) => {
    const bytes = Buffer.from(text, 'utf8')
    const length = Buffer.alloc(4)
    length.writeUInt32BE(bytes.length)
    return [length, bytes]
  })
  return Buffer.concat(parts)
}
