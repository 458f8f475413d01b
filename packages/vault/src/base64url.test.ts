import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkBase64url, fromBase64url, toBase64url } from './base64url.ts'
import { readBase64url } from './parse.ts'

test('encodes as Node does and decodes back', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (array) => {
      const bytes = new Uint8Array(array)
      const text = toBase64url(bytes)
      expect(text).toBe(Buffer.from(bytes).toString('base64url'))
      expect(fromBase64url(text)).toEqual(bytes)
    }),
  )
})

test('base64url: only one text decodes to given bytes', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...Array.from('AB-_9=+/ \n')), maxLength: 8 }), (text) => {
      const decoded = tryDecode(text)
      expect(decoded === undefined || toBase64url(decoded) === text).toBe(true)
    }),
  )
})

test.each(['A', 'AAAAA', 'AA==', 'A+', 'A/', 'AB', 'AAB', 'A A', 'AA\n', '😀'])('%j is refused', (text) => {
  for (const read of [fromBase64url, checkBase64url]) {
    expect(() => read(text)).toThrow(expect.objectContaining({ code: 'malformed' }))
  }
})

test.each<[string, unknown]>([
  ['nothing', null],
  ['a number', 16],
  ['another alphabet', '+'.repeat(22)],
  ['bits that say nothing', 'B'.repeat(22)],
  ['one byte less', 'A'.repeat(20)],
])('sixteen bytes are not read from %s', (_, value) => {
  expect(() => readBase64url(value, 16, 'id')).toThrow(expect.objectContaining({ code: 'malformed' }))
})

test('base64url: the check accepts exactly the texts that decode', () => {
  const texts = fc.string({ unit: fc.constantFrom(...Array.from('AB-_9=+/ \nx😀')), maxLength: 8 })
  fc.assert(
    fc.property(texts, (text) => {
      expect(isTaken(text)).toBe(tryDecode(text) !== undefined)
    }),
    { numRuns: 2_000 },
  )
})

function isTaken(text: string): boolean {
  try {
    checkBase64url(text)
    return true
  } catch {
    return false
  }
}

function tryDecode(text: string) {
  try {
    return fromBase64url(text)
  } catch {
    return undefined
  }
}
