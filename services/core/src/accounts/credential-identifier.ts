import { createHmac } from 'node:crypto'
import { ServiceError } from '@countersign/service/errors'
import { canonicalLogin, VaultError } from '@countersign/vault'

const LABEL = 'countersign/v1/login'

/**
 * The identifier of a login name in the database. Keyed, so a copy of the database does not show who has an account; the
 * same before and after the name is registered, so an OPAQUE answer does not show it either.
 * @throws `invalid_request`
 */
export function credentialIdentifierOf(loginIndexKey: string, login: string): string {
  return createHmac('sha256', loginIndexKey)
    .update(lengthPrefixed(LABEL, canonicalise(login)))
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
