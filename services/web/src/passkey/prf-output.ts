import { ClientError } from '@countersign/device'

const PRF_BYTES = 32

/**
 * Reads the PRF output of a credential: 32 bytes, not all zero.
 * @returns undefined when there is none, as with some new passkeys
 * @throws ClientError `passkey_no_prf` for an output that cannot be a secret
 */
export function findPrfOutput(results: AuthenticationExtensionsClientOutputs): ArrayBuffer | undefined {
  const first = results.prf?.results?.first
  if (first === undefined) return undefined
  const bytes = ArrayBuffer.isView(first)
    ? new Uint8Array(first.buffer, first.byteOffset, first.byteLength)
    : new Uint8Array(first)
  if (bytes.length !== PRF_BYTES || bytes.every((byte) => byte === 0)) throw noPrf()
  return new Uint8Array(bytes).buffer
}

/** @throws ClientError `passkey_no_prf` */
export function readPrfOutput(results: AuthenticationExtensionsClientOutputs): ArrayBuffer {
  const output = findPrfOutput(results)
  if (!output) throw noPrf()
  return output
}

/**
 * Checks that a new passkey returns the same secret twice: another would lock its owner out.
 * @throws ClientError `passkey_unstable`
 */
export function requireEqual(left: ArrayBuffer, right: ArrayBuffer): void {
  const [one, other] = [new Uint8Array(left), new Uint8Array(right)]
  const isEqual = one.length === other.length && one.every((byte, index) => byte === other[index])
  if (!isEqual) throw new ClientError({ code: 'passkey_unstable' })
}

export function wipe(output: ArrayBuffer): void {
  new Uint8Array(output).fill(0)
}

export function noPrf(): ClientError {
  return new ClientError({ code: 'passkey_no_prf' })
}
