import { createHash, generateKeyPairSync, type KeyPairKeyObjectResult, randomUUID, sign } from 'node:crypto'

type Changes = {
  readonly header?: object
  readonly claims?: object
}

/** A session key that makes DPoP proofs (RFC 9449), valid or altered. */
export type SessionKey = {
  readonly prove: (call: { method: string; url: string; token?: string }, changes?: Changes) => string
}

const newPair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })

export function createSessionKey({ privateKey, publicKey }: KeyPairKeyObjectResult = newPair()): SessionKey {
  return {
    prove({ method, url, token }, { header = {}, claims = {} } = {}) {
      const ath = token === undefined ? {} : { ath: createHash('sha256').update(token).digest('base64url') }
      const now = Math.floor(Date.now() / 1000)
      const input = [
        { typ: 'dpop+jwt', alg: 'ES256', jwk: publicKey.export({ format: 'jwk' }), ...header },
        { htm: method, htu: url, jti: randomUUID(), iat: now, ...ath, ...claims },
      ]
        .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
        .join('.')
      const signature = sign('sha256', Buffer.from(input), { key: privateKey, dsaEncoding: 'ieee-p1363' })
      return `${input}.${signature.toString('base64url')}`
    },
  }
}
