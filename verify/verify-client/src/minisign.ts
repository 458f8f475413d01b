import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'
import { VerifyError } from './verify-error.ts'

const SIGNED_WHOLE = 'Ed'
const SIGNED_AS_HASH = 'ED'
const ALGORITHM_BYTES = 2
const KEY_ID_END = 10

type MinisignKey = {
  readonly id: Buffer
  readonly key: KeyObject
}

/**
 * Reads a minisign public key: its file, or its last line.
 * @throws VerifyError
 */
export function readMinisignKey(text: string): MinisignKey {
  const bytes = Buffer.from(text.trim().split('\n').at(-1) ?? '', 'base64')
  if (bytes.length !== 42 || bytes.toString('latin1', 0, ALGORITHM_BYTES) !== SIGNED_WHOLE) {
    throw new VerifyError('This is no public key of minisign: 56 characters that begin with RW.')
  }
  return { id: bytes.subarray(ALGORITHM_BYTES, KEY_ID_END), key: importEd25519Key(bytes.subarray(KEY_ID_END)) }
}

/**
 * Verifies a minisign signature (https://jedisct1.github.io/minisign/, "Signature format") and returns its trusted
 * comment, which is signed too.
 * @throws VerifyError
 */
export function verifyMinisign(content: Buffer, signatureText: string, { id, key }: MinisignKey): string {
  const [, signatureLine = '', commentLine = '', commentSignatureLine = ''] = signatureText.split(/\r?\n/)
  const bytes = Buffer.from(signatureLine, 'base64')
  const [, comment] = /^trusted comment: (.*)$/.exec(commentLine) ?? []
  if (bytes.length !== KEY_ID_END + 64 || comment === undefined) {
    throw new VerifyError('This is no signature of minisign.')
  }
  if (!bytes.subarray(ALGORITHM_BYTES, KEY_ID_END).equals(id)) {
    throw new VerifyError('The manifest was signed with another key than the one that was given.')
  }
  const signature = bytes.subarray(KEY_ID_END)
  const signed = signedContentOf(content, bytes.toString('latin1', 0, ALGORITHM_BYTES))
  const signedComment = Buffer.concat([signature, Buffer.from(comment)])
  const isSigned =
    signed !== undefined &&
    verify(undefined, signed, key, signature) &&
    verify(undefined, signedComment, key, Buffer.from(commentSignatureLine, 'base64'))
  if (!isSigned) throw new VerifyError('The signature does not fit the manifest. Get both anew from the release.')
  return comment
}

function signedContentOf(content: Buffer, algorithm: string): Buffer | undefined {
  if (algorithm === SIGNED_WHOLE) return content
  return algorithm === SIGNED_AS_HASH ? createHash('blake2b512').update(content).digest() : undefined
}

/** RFC 8410 §4. */
const DER_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')

/** @throws Error unless the key has 32 bytes */
export function importEd25519Key(bytes: Buffer): KeyObject {
  return createPublicKey({ key: Buffer.concat([DER_PREFIX, bytes]), format: 'der', type: 'spki' })
}

export function exportEd25519Key(key: KeyObject): Buffer {
  return key.export({ format: 'der', type: 'spki' }).subarray(DER_PREFIX.length)
}
