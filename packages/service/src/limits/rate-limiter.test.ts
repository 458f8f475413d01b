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

test('what was counted here is news once, and what all have counted decides', () => {
  let time = 1_000_000
  const limiter = createRateLimiter({ limit: 5, windowSeconds: 60 }, () => new Date(time))
  limiter.count('a')
  limiter.count('a', 2)
  expect(limiter.takeNews(10)).toEqual([{ key: 'a', count: 3, secondsLeft: 60 }])
  expect(limiter.takeNews(10)).toEqual([])
  limiter.count('a')
  limiter.learn({ key: 'a', count: 4, secondsLeft: 30 })
  expect(limiter.secondsToWait('a')).toBe(30)
  time += 30_000
  expect(limiter.secondsToWait('a')).toBeUndefined()
  limiter.learn({ key: 'a', count: 9, secondsLeft: 30 })
  expect(limiter.secondsToWait('a')).toBeUndefined()
})

test('news of many keys are taken in turns', () => {
  const limiter = createRateLimiter({ limit: 1, windowSeconds: 60 }, () => new Date(0))
  for (const key of ['a', 'b', 'c']) limiter.count(key)
  expect([limiter.takeNews(2), limiter.takeNews(2)].map((news) => news.map(({ key }) => key))).toEqual([
    ['a', 'b'],
    ['c'],
  ])
})
