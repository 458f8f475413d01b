import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type LpPart, lp } from './lp.ts'

const bytes = fc.uint8Array({ maxLength: 12 }).map((array) => new Uint8Array(array))
const list = fc.array(bytes, { maxLength: 5 })

test('two different lists of byte strings never encode alike', () => {
  fc.assert(
    fc.property(list, list, (left, right) => {
      const isSame = JSON.stringify(left.map((b) => [...b])) === JSON.stringify(right.map((b) => [...b]))
      expect(String(lp(...left)) === String(lp(...right))).toBe(isSame)
    }),
  )
})

test.each<[string, LpPart[], LpPart[]]>([
  ['a boundary that moves', ['ab', 'c'], ['a', 'bc']],
  ['an empty element', ['a', ''], ['a']],
  ['elements that contain a length', ['a', 'b'], ['a\u0000\u0000\u0000\u0001b']],
])('%s changes the encoding', (_, left, right) => {
  expect(lp(...left)).not.toEqual(lp(...right))
})

test.each([-1, 1.5, Number.NaN, 2 ** 53])('the integer %d is refused', (value) => {
  expect(() => lp('label', value)).toThrow(RangeError)
})
