import { keyedDigest } from '@countersign/service/secrets'
import { openText, sealText } from '../../ground/keys/sealed-text.ts'

const ID_LABEL = 'countersign/v1/authorization-request-id'
const PARAMETERS_LABEL = 'countersign/v1/authorization-request-parameters'
const DIGEST_BYTES = 16
const UUID_BYTES = 16

/**
 * Derived from client and challenge, so that the primary key decides between copies of one request. Keyed: the
 * challenge alone does not reveal it. A UUID version 8 (RFC 9562 §5.8).
 */
export function requestIdOf(clientId: string, codeChallenge: string, secret: string): string {
  const bytes = keyedDigest(JSON.stringify([clientId, codeChallenge]), { secret, label: ID_LABEL }).subarray(
    0,
    UUID_BYTES,
  )
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** Keyed, because a login hint could be guessed from a plain digest. */
export function digestOfParameters(parameters: object, secret: string): Buffer {
  return keyedDigest(JSON.stringify(parameters), { secret, label: PARAMETERS_LABEL }).subarray(0, DIGEST_BYTES)
}

const LABEL = 'countersign/v1/login-hint'

/** Encrypts a login hint, which names a person, under a key that the database lacks. */
export function sealLoginHint(loginHint: string, secrets: readonly string[]): Buffer {
  return sealText(loginHint, { secrets, label: LABEL })
}

/** Undefined if its secret is gone: a hint may be lost. */
export function openLoginHint(sealed: Buffer, secrets: readonly string[]): string | undefined {
  return openText(sealed, { secrets, label: LABEL })
}
