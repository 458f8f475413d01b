import { generateKeyPairSync, sign, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { fromDer, toDer } from './ecdsa-signature.ts'

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const RAW = { dsaEncoding: 'ieee-p1363' } as const

/** Among so many, numbers begin with zeros and with a high bit. */
const MESSAGES = Array.from({ length: 2_000 }, (_, each) => Buffer.from(String(each)))

test('a signature is the same number pair in both forms, whatever its numbers begin with', () => {
  for (const message of MESSAGES) {
    const der = sign('sha256', message, privateKey)
    const raw = fromDer(der)
    expect(toDer(raw)).toEqual(der)
    expect(verify('sha256', message, { key: publicKey, ...RAW }, raw)).toBe(true)
  }
})

test('what is no signature is none in the other form', () => {
  for (const fill of [0x00, 0x01, 0x7f, 0x80, 0xff]) {
    expect(verify('sha256', Buffer.from('text'), publicKey, toDer(Buffer.alloc(64, fill)))).toBe(false)
  }
})
