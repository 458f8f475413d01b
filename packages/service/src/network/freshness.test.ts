import { expect, test } from 'vitest'
import { freshSecondsOf } from './freshness.ts'

test.each([
  [{ 'cache-control': 'max-age=600' }, 600],
  [{ 'cache-control': 'public, Max-Age = "600" , immutable' }, 600],
  [{ 'cache-control': 'max-age=600', age: '100' }, 500],
  [{ 'cache-control': 'max-age=600', age: '700' }, 0],
  [{ 'cache-control': 'max-age=600', age: 'old' }, 600],
  [{}, 0],
  [{ 'cache-control': 'max-age=0' }, 0],
  [{ 'cache-control': 'max-age=-5' }, 0],
  [{ 'cache-control': 'max-age=600, no-store' }, 0],
  [{ 'cache-control': 'no-cache, max-age=600' }, 0],
  [{ 'cache-control': 'max-age=600, max-age=9000' }, 0],
  [{ 'cache-control': 's-maxage=600' }, 0],
  [{ 'cache-control': 'x-max-age=600' }, 0],
])('freshness: by %j an answer is fresh for %i s', (headers, seconds) => {
  expect(freshSecondsOf(headers)).toBe(seconds)
})
