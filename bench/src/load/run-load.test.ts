import { describe, expect, test } from 'vitest'
import { median, percentile } from './run-load.ts'

describe('the value below which a share of all values lies', () => {
  test.each([
    { share: 0.5, expected: 50 },
    { share: 0.99, expected: 99 },
    { share: 1, expected: 100 },
    { share: 0, expected: 1 },
  ])('is $expected of 1 to 100 for $share', ({ share, expected }) => {
    const values = Array.from({ length: 100 }, (_unused, index) => 100 - index)
    expect(percentile(values, share)).toBe(expected)
  })

  test('of nothing is not a number', () => {
    expect(median([])).toBeNaN()
  })

  test('of three rounds is the middle one', () => {
    expect(median([9, 1, 5])).toBe(5)
  })
})
