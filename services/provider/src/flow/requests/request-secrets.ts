import { keyedDigest } from '@countersign/service/secrets'
import { openText, sealText } from '../../ground/keys/sealed-text.ts'

const ID_LABEL = 'countersign/v1/authorization-request-id'
const PARAMETERS_LABEL = 'countersign/v1/authorization-request-parameters'
const DIGEST_BYTES = 16
const UUID_BYTES = 16

/**
 * The identifier of the one request that a client may make with a challenge: the same wherever and whenever it is made, so
 * that the primary key decides between requests that come at once. Keyed, so that nobody who only knows the challenge can
 * tell it, and it does not tell when it was made. A UUID of version 8 (RFC 9562 §5.8).
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

/** Stands for all that a request asks for. Keyed, because a login hint could be guessed from a digest that anyone can make. */
export function digestOfParameters(parameters: object, secret: string): Buffer {
  return keyedDigest(JSON.stringify(parameters), { secret, label: PARAMETERS_LABEL }).subarray(0, DIGEST_BYTES)
}

const LABEL = 'countersign/v1/login-hint'

/** Encrypts a login hint, which names a person, under a key that the processes share and the database does not hold. */
export function sealLoginHint(loginHint: string, secrets: readonly string[]): Buffer {
  return sealText(loginHint, { secrets, label: LABEL })
}

/** Opens it with whichever secret it was sealed under. A hint whose secret is gone is lost, which a hint may be. */
export function openLoginHint(sealed: Buffer, secrets: readonly string[]): string | undefined {
  return openText(sealed, { secrets, label: LABEL })
}
