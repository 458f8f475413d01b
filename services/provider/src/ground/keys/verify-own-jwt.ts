import { compactVerify, createLocalJWKSet, errors } from 'jose'
import { ID_TOKEN_ALGORITHMS } from './key.ts'
import type { Keyring } from './keyring.ts'

const MAXIMUM_LENGTH = 16_384

/**
 * The claims of a JWT that this service signed by a key that it still publishes, expired or not; undefined for any other.
 * The same keys sign several types (RFC 8725 §3.11).
 */
export async function verifyOwnJwt(
  keys: Keyring,
  jwt: string,
  typ: string,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  if (jwt.length > MAXIMUM_LENGTH) return undefined
  const find = createLocalJWKSet({ keys: [...(await keys.publicKeys())] })
  try {
    const { payload, protectedHeader } = await compactVerify(jwt, find, { algorithms: [...ID_TOKEN_ALGORITHMS] })
    if (protectedHeader.typ !== typ) return undefined
    const claims: unknown = JSON.parse(new TextDecoder().decode(payload))
    return typeof claims === 'object' && claims !== null ? { ...claims } : {}
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof SyntaxError) return undefined
    throw error
  }
}
