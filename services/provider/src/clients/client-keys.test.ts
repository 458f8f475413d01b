import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import type { PublicJwk } from './client.ts'
import { problemOfEncryptionKey, problemOfSigningKey } from './client-keys.ts'

const p256 = exported(generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey)
const p521 = exported(generateKeyPairSync('ec', { namedCurve: 'P-521' }).publicKey)
const ed25519 = exported(generateKeyPairSync('ed25519').publicKey)
const x25519 = exported(generateKeyPairSync('x25519').publicKey)
const rsa = exported(generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey)
const shortRsa = exported(generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey)
const privateKey = exported(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)

function exported(key: { export(options: { format: 'jwk' }): object }): PublicJwk {
  return { kty: '', ...key.export({ format: 'jwk' }) }
}

test.each([
  ['P-256', p256],
  ['Ed25519', ed25519],
  ['RSA of 2048 bits', rsa],
  ['a key for signatures', { ...p256, use: 'sig' }],
])('%s may verify assertions', (_case, key) => {
  expect(problemOfSigningKey(key)).toBeUndefined()
})

test.each<[string, PublicJwk, string]>([
  ['a private key', privateKey, 'private parts'],
  ['a symmetric key', { kty: 'oct', k: 'c2VjcmV0' }, 'private parts'],
  ['a short RSA key', shortRsa, 'at least 2048 bits'],
  ['another curve', p521, 'one of these kinds: P-256, Ed25519, RSA'],
  ['a key for agreement', x25519, 'one of these kinds'],
  ['a point that is not on its curve', { ...p256, x: p256['y'] }, 'one of these kinds'],
  ['a key without its members', { kty: 'EC', crv: 'P-256' }, 'one of these kinds'],
  ['a key for encryption', { ...p256, use: 'enc' }, 'not for signatures'],
])('%s may not verify assertions', (_case, key, problem) => {
  expect(problemOfSigningKey(key)).toContain(problem)
})

test('claims may be sealed for P-256 and X25519, and for nothing that signs', () => {
  expect(problemOfEncryptionKey(p256)).toBeUndefined()
  expect(problemOfEncryptionKey({ ...x25519, use: 'enc' })).toBeUndefined()
  expect(problemOfEncryptionKey(ed25519)).toContain('one of these kinds')
  expect(problemOfEncryptionKey({ ...p256, use: 'sig' })).toContain('not for encryption')
})
