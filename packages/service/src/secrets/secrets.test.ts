import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { seal, unseal } from './seal.ts'
import { equalSecrets, findKeyOfSecret, isSecret, newKeyedSecret, newSecret, secureRandom, sha256 } from './secrets.ts'

describe('a secret', () => {
  test('is new each time, and recognised by its prefix and form', () => {
    const secrets = Array.from({ length: 100 }, () => newSecret('cs_at_'))
    expect(new Set(secrets).size).toBe(100)
    expect(secrets.every((secret) => isSecret('cs_at_', secret))).toBe(true)
  })

  test.each([
    ['of another kind', newSecret('cs_rt_')],
    ['without its prefix', newSecret('cs_at_').slice(6)],
    ['that was cut', newSecret('cs_at_').slice(0, -1)],
    ['that is too long', `${newSecret('cs_at_')}A`],
    ['with a line break', `${newSecret('cs_at_')}\n`],
    ['that is empty', ''],
  ])('%s is not taken for an access token', (_case, text) => {
    expect(isSecret('cs_at_', text)).toBe(false)
  })

  test('equals itself and nothing else, of whatever length', () => {
    expect(equalSecrets('secret', 'secret')).toBe(true)
    expect(equalSecrets('secret', 'secreT')).toBe(false)
    expect(equalSecrets('secret', 'secret and more')).toBe(false)
    expect(equalSecrets('', 'secret')).toBe(false)
  })

  test('is hashed as SHA-256 says', () => {
    expect(sha256('abc').toString('hex')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  })
})

test('random bytes are given out once, however they are asked for, and stay as given', () => {
  const asked = Array.from({ length: 5_000 }, (_, index) => secureRandom(16 + (index % 17)))
  const texts = asked.map((bytes) => bytes.toString('hex'))
  expect(asked.every(({ length }, index) => length === 16 + (index % 17))).toBe(true)
  // No 16 bytes of one are found at the start of another.
  expect(new Set(texts.map((text) => text.slice(0, 32))).size).toBe(5_000)
  secureRandom(8_192)
  expect(asked.map((bytes) => bytes.toString('hex'))).toEqual(texts)
  expect(() => secureRandom(8_193)).toThrow(RangeError)
})

const KEY = randomUUID()
const SECRET = newKeyedSecret('cs_at_', KEY)

describe('a credential that names its partition', () => {
  test('tells its key and is new each time', () => {
    fc.assert(
      fc.property(fc.uuid(), (key) => {
        const secrets = [newKeyedSecret('cs_rt_', key), newKeyedSecret('cs_rt_', key)]
        expect(secrets.map((secret) => findKeyOfSecret('cs_rt_', secret))).toEqual([key, key])
        expect(secrets[0]).not.toBe(secrets[1])
      }),
    )
  })

  test('has the same text for the same 32 bytes', () => {
    const bytes = new Uint8Array(32).fill(7)
    expect(newKeyedSecret('cs_ac_', KEY, bytes)).toBe(newKeyedSecret('cs_ac_', KEY, bytes))
  })

  test.each([
    ['another kind', newKeyedSecret('cs_rt_', KEY)],
    ['no prefix', SECRET.slice(6)],
    ['a form that was cut', SECRET.slice(0, -1)],
    ['a form that is too long', `${SECRET}A`],
    ['a line break', `${SECRET}\n`],
    ['another alphabet', `${SECRET.slice(0, -1)}+`],
    ['nothing', ''],
  ])('is not found in a text with %s', (_case, text) => {
    expect(findKeyOfSecret('cs_at_', text)).toBeUndefined()
  })

  test.each([
    ['a key that is no UUID', 'abc', new Uint8Array(32)],
    ['too few random bits', KEY, new Uint8Array(31)],
  ])('is not made of %s', (_case, key, random) => {
    expect(() => newKeyedSecret('cs_at_', key, random)).toThrow(TypeError)
  })
})

test('a sealed value shorter than nonce and tag is refused before the cipher sees a short tag', () => {
  const context = { secret: 'secret', label: 'test' }
  const sealed = seal('', context)
  expect(unseal(sealed, context)).toEqual(Buffer.alloc(0))
  for (let length = 0; length < sealed.length; length += 1) {
    expect(() => unseal(sealed.subarray(0, length), context)).toThrow('too short')
  }
})
