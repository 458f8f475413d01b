import { expect, test } from 'vitest'
import { createRateLimiter } from './rate-limiter.ts'

test('a key has so many in each window, and other keys have theirs', () => {
  let time = 1_000_000
  const limiter = createRateLimiter({ limit: 2, windowSeconds: 60 }, () => new Date(time))
  limiter.count('a')
  expect(limiter.secondsToWait('a')).toBeUndefined()
  time += 20_000
  limiter.count('a')
  expect(limiter.secondsToWait('a')).toBe(40)
  expect(limiter.secondsToWait('b')).toBeUndefined()
  time += 39_999
  expect(limiter.secondsToWait('a')).toBe(1)
  time += 1
  expect(limiter.secondsToWait('a')).toBeUndefined()
})

test('asking counts nothing', () => {
  const limiter = createRateLimiter({ limit: 1, windowSeconds: 60 }, () => new Date())
  for (let asked = 0; asked < 5; asked += 1) expect(limiter.secondsToWait('a')).toBeUndefined()
})

test('invented keys do not fill the memory: the oldest windows make room', () => {
  const limiter = createRateLimiter({ limit: 1, windowSeconds: 60 }, () => new Date(0))
  for (let key = 0; key <= 100_000; key += 1) limiter.count(String(key))
  expect(limiter.secondsToWait('0')).toBeUndefined()
  expect(limiter.secondsToWait('100000')).toBe(60)
})
