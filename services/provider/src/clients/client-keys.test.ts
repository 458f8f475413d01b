import { generateKeyPairSync } from 'node:crypto'
import type { PublicJwk } from '@countersign/contracts'
import { expect, test } from 'vitest'
import { ASSERTION_ALGORITHMS } from './client.ts'
import { problemOfEncryptionKey, problemOfKeys } from './client-keys.ts'

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

test.each<[string, PublicJwk[], string]>([
  ['one key', [p256], 'sound'],
  [
    'several keys with names',
    [
      { ...p256, kid: 'a' },
      { ...rsa, kid: 'b' },
    ],
    'sound',
  ],
  ['several keys without names', [p256, rsa], 'each needs a kid of its own'],
  ['a private key', [privateKey], 'private member'],
  ['a short RSA key', [shortRsa], '2048 to 8192 bits'],
  ['another curve', [p521], 'must be an EC key on P-256'],
])('to verify assertions: %s', (_case, keys, problem) => {
  expect(problemOfKeys(keys, ASSERTION_ALGORITHMS) ?? 'sound').toContain(problem)
})

test.each<[string, PublicJwk | undefined, string]>([
  ['none', undefined, 'sound'],
  ['P-256', p256, 'sound'],
  ['X25519', { ...x25519, use: 'enc' }, 'sound'],
  ['Ed25519', ed25519, 'on P-256 or X25519'],
  ['a point that is not on its curve', { ...p256, x: p256['y'] }, 'on P-256 or X25519'],
  ['a key for signatures', { ...p256, use: 'sig' }, 'not for encryption'],
  ['a key for another algorithm', { ...p256, alg: 'ECDH-ES' }, 'must be for ECDH-ES+A256KW'],
  ['a key for the one algorithm', { ...p256, alg: 'ECDH-ES+A256KW', kid: 'a' }, 'sound'],
  ['a coordinate with padding', { ...p256, x: `${String(p256['x'])}=` }, 'on P-256 or X25519'],
  ['P-521', p521, 'on P-256 or X25519'],
  ['RSA', rsa, 'on P-256 or X25519'],
  ['a key that everybody shares', { kty: 'OKP', crv: 'X25519', x: 'A'.repeat(43) }, 'on P-256 or X25519'],
  ['a private key', privateKey, 'private member'],
])('to seal claims for: %s', (_case, key, problem) => {
  expect(problemOfEncryptionKey(key) ?? 'sound').toContain(problem)
})
