import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPaddedLength, pad, unpad } from './padding.ts'

test('padded text is read back unchanged', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 9000 }), (array) => {
      const bytes = new Uint8Array(array)
      const padded = pad(bytes)
      expect(isPaddedLength(padded.length)).toBe(true)
      expect(unpad(padded)).toEqual(bytes)
    }),
  )
})

test.each([
  [0, 256],
  [254, 256],
  [255, 256],
  [256, 512],
  [511, 512],
  [512, 1024],
  [2048, 4096],
  [4095, 4096],
  [4096, 8192],
  [8191, 8192],
  [8192, 12288],
])('%d bytes become %d', (length, padded) => {
  expect(pad(new Uint8Array(length))).toHaveLength(padded)
})

test.each([0, 1, 255, 257, 3000, 3072, 4097, 10_000])('a padded text of %d bytes is refused', (length) => {
  expect(isPaddedLength(length)).toBe(false)
})

test.each([
  ['nothing', new Uint8Array(0)],
  ['zeros only', new Uint8Array(256)],
  ['another end mark', new Uint8Array(256).fill(0x81, 3, 4)],
  ['more zeros than needed', new Uint8Array(512).fill(0x80, 3, 4)],
])('%s is refused as padded text', (_, padded) => {
  expect(() => unpad(padded)).toThrow(expect.objectContaining({ code: 'tampered' }))
})
