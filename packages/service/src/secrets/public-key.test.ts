import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { PublicJwk } from '@countersign/contracts'
import { expect, test } from 'vitest'
import { problemOfPublicKey } from './public-key.ts'

const P256 = jwkOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey)
const ED25519 = jwkOf(generateKeyPairSync('ed25519').publicKey)
const RSA = jwkOf(generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey)
const SMALL_RSA = jwkOf(generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey)
const LARGE_RSA = jwkOf(generateKeyPairSync('rsa', { modulusLength: 3072 }).publicKey)
const P384 = jwkOf(generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey)

function jwkOf(key: KeyObject): PublicJwk {
  const jwk = key.export({ format: 'jwk' })
  return { ...jwk, kty: String(jwk.kty) }
}

/** An odd number, as an exponent is, smaller than any modulus of as many bytes. */
function oddOf(bytes: number): string {
  return Buffer.alloc(bytes, 0x7f).toString('base64url')
}

test.each([
  ['P-256', P256],
  ['P-256 with its alg, use and kid', { ...P256, alg: 'ES256', use: 'sig', kid: 'one' }],
  ['Ed25519', ED25519],
  ['Ed25519 by its newer name', { ...ED25519, alg: 'Ed25519' }],
  ['RSA with an exponent of 8 bytes', { ...LARGE_RSA, e: oddOf(8) }],
  ['RSA of 2048 bits', { ...RSA, alg: 'PS256' }],
])('a public key on %s is allowed', (_case, jwk) => {
  expect(problemOfPublicKey(jwk)).toBeUndefined()
})

test.each<[string, PublicJwk, string]>([
  ['a private EC key', { ...P256, d: 'AAAA' }, 'private member'],
  ['a private RSA key', { ...RSA, p: 'AAAA', q: 'AAAA' }, 'private member'],
  ['a symmetric key', { kty: 'oct', k: 'AAAA' }, 'private member'],
  ['a key on another curve', P384, 'must be an EC key on P-256'],
  ['a key of an unknown type', { kty: 'AKP' }, 'must be an EC key on P-256'],
  ['RSA of 1024 bits', SMALL_RSA, 'must have 2048 to 8192 bits'],
  ['RSA with an exponent of 384 bytes', { ...LARGE_RSA, e: oddOf(384) }, 'exponent (e) of at most 64 bits'],
  ['RSA with an exponent of 9 bytes', { ...LARGE_RSA, e: oddOf(9) }, 'exponent (e) of at most 64 bits'],
  ['a key for encryption', { ...P256, use: 'enc' }, 'not for signatures'],
  ['FAPI 2.0 §5.4: an RSA key for RS256', { ...RSA, alg: 'RS256' }, 'must be for PS256'],
  ['a key for an algorithm of another type', { ...P256, alg: 'PS256' }, 'must be for ES256'],
  ['a kid that is no text', { ...P256, kid: 7 } as unknown as PublicJwk, 'kid'],
  ['a point that is not on the curve', { ...P256, x: 'A'.repeat(43) }, 'malformed'],
  ['a missing member', { kty: 'EC', crv: 'P-256', x: String(P256['x']) }, 'malformed'],
  ['a padded member', { ...P256, x: `${String(P256['x'])}=` }, 'malformed'],
  ['a member that is no text', { ...P256, x: 7 }, 'malformed'],
])('%s is refused', (_case, jwk, problem) => {
  expect(problemOfPublicKey(jwk)).toContain(problem)
})
