import { createPublicKey, type KeyObject } from 'node:crypto'

/** RFC 8410 §4. */
const DER_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')

/** @throws Error unless the key has 32 bytes */
export function importEd25519Key(bytes: Buffer): KeyObject {
  return createPublicKey({ key: Buffer.concat([DER_PREFIX, bytes]), format: 'der', type: 'spki' })
}

export function exportEd25519Key(key: KeyObject): Buffer {
  return key.export({ format: 'der', type: 'spki' }).subarray(DER_PREFIX.length)
}
