import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto'

type Changes = {
  readonly header?: object
  readonly claims?: object
}

/** The key of a device's session, with which a test makes proofs of its own (RFC 9449), right ones and others. */
export type SessionKey = {
  readonly prove: (call: { method: string; url: string; token?: string }, changes?: Changes) => string
}

export function createSessionKey(): SessionKey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
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
