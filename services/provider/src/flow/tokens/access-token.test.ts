import { randomBytes, randomUUID } from 'node:crypto'
import { newSecret } from '@countersign/service/secrets'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AccessTokenContent, openAccessToken, readSealedAccessToken, sealAccessToken } from './access-token.ts'
import { firstRefreshToken, successorsOf } from './refresh-token.ts'

const SECRET = newSecret('cs_cs_')
const refreshToken = firstRefreshToken(randomUUID(), [SECRET])
const pair = { salt: randomBytes(32), refreshToken }
const NOW = 1_795_000_000_000

const optional = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined })
const content: fc.Arbitrary<AccessTokenContent> = fc.record({
  rotation: fc.nat(5_000),
  issuedAtMs: fc.integer({ min: NOW, max: NOW + 1_000_000 }),
  lifetimeSeconds: fc.nat(3_600),
  userinfoKey: optional(fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes))),
  scopes: optional(fc.array(fc.string({ unit: 'grapheme' }))),
  audience: optional(fc.webUrl()),
  jkt: optional(fc.string()),
})

const open = (text: string, salt = pair.salt, secrets: readonly string[] = [SECRET]) => {
  const sealed = readSealedAccessToken(text)
  return sealed && openAccessToken(sealed, salt, secrets)
}

test('a token says what was put into it, and the same content has the same text', () => {
  fc.assert(
    fc.property(content, (each) => {
      const text = sealAccessToken(each, pair)
      expect(open(text)).toEqual(each)
      expect(sealAccessToken(each, pair)).toBe(text)
    }),
  )
})

test('no key sees one nonce with two plaintexts, however often one pair is asked for', () => {
  const nonces = new Map<string, string>()
  fc.assert(
    fc.property(content, fc.nat(3), (each, rotations) => {
      let token = refreshToken
      for (let rotation = 0; rotation < rotations; rotation += 1) token = successorsOf(token, [SECRET])[0] ?? token
      const text = sealAccessToken(each, { ...pair, refreshToken: token })
      const nonce = readSealedAccessToken(text)?.sealed.toString('hex', 0, 12) ?? ''
      const seen = nonces.get(nonce) ?? text
      nonces.set(nonce, text)
      expect(text).toBe(seen)
    }),
    { numRuns: 1_000 },
  )
})

test('neither the secret nor the row alone opens or makes one', () => {
  const each = { rotation: 1, issuedAtMs: NOW, lifetimeSeconds: 60, userinfoKey: undefined }
  const narrowed = { scopes: undefined, audience: undefined, jkt: undefined }
  const text = sealAccessToken({ ...each, ...narrowed }, pair)
  expect(open(text)).toEqual({ ...each, ...narrowed })
  expect(open(text, randomBytes(32))).toBeUndefined()
  expect(open(text, pair.salt, [newSecret('cs_cs_')])).toBeUndefined()
  expect(open(text, pair.salt, [newSecret('cs_cs_'), SECRET])).toEqual({ ...each, ...narrowed })
  const made = Array.from({ length: 10_000 }, () =>
    sealAccessToken({ ...each, ...narrowed }, { salt: randomBytes(32), refreshToken }),
  )
  expect(made.filter((forged) => open(forged))).toEqual([])
})

test('a token of one grant opens at no other, and no changed character goes unnoticed', () => {
  const each = { rotation: 0, issuedAtMs: NOW, lifetimeSeconds: 60, userinfoKey: undefined }
  const text = sealAccessToken({ ...each, scopes: ['email'], audience: undefined, jkt: undefined }, pair)
  fc.assert(
    fc.property(fc.nat(text.length - 1), fc.stringMatching(/^[\w-]$/), (index, character) => {
      fc.pre(text[index] !== character)
      expect(open(text.slice(0, index) + character + text.slice(index + 1))).toBeUndefined()
    }),
  )
})
