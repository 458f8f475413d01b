import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findKeyOfSecret, newKeyedSecret } from './secrets.ts'

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
