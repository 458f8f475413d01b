import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** A new key that signs as minisign does. */
export function newMinisigner({ id = randomBytes(8) } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
  return {
    id,
    publicKey: Buffer.concat([Buffer.from('Ed'), id, raw]).toString('base64'),
    sign: (content: Buffer, comment = 'by a test'): string => {
      const signature = sign(undefined, createHash('blake2b512').update(content).digest(), privateKey)
      const signedComment = sign(undefined, Buffer.concat([signature, Buffer.from(comment)]), privateKey)
      const line = Buffer.concat([Buffer.from('ED'), id, signature]).toString('base64')
      return `untrusted comment: x\n${line}\ntrusted comment: ${comment}\n${signedComment.toString('base64')}\n`
    },
  }
}
