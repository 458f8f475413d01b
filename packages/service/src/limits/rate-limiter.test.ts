import { expect, test } from 'vitest'
import { createNetworkLimiter, createRateLimiter } from './rate-limiter.ts'

test('rate limit: each key has its own windows', () => {
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

test('rate limit: asking counts nothing', () => {
  const limiter = createRateLimiter({ limit: 1, windowSeconds: 60 }, () => new Date())
  for (let asked = 0; asked < 5; asked += 1) expect(limiter.secondsToWait('a')).toBeUndefined()
})

test('rate limit: invented keys do not fill the memory, the oldest windows make room', () => {
  const limiter = createRateLimiter({ limit: 1, windowSeconds: 60 }, () => new Date(0))
  for (let key = 0; key <= 100_000; key += 1) limiter.count(String(key))
  expect(limiter.secondsToWait('0')).toBeUndefined()
  expect(limiter.secondsToWait('100000')).toBe(60)
})

test('rate limit: counts are news once, and the sum of all processes decides', () => {
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

test('rate limit: news of many keys are taken in turns', () => {
  const limiter = createRateLimiter({ limit: 1, windowSeconds: 60 }, () => new Date(0))
  for (const key of ['a', 'b', 'c']) limiter.count(key)
  expect([limiter.takeNews(2), limiter.takeNews(2)].map((news) => news.map(({ key }) => key))).toEqual([
    ['a', 'b'],
    ['c'],
  ])
})

const start = () => createNetworkLimiter({ limit: 2, windowSeconds: 60 }, () => new Date(0))

/** As many as pass, one from each address. */
function flood(addresses: readonly string[]): number {
  const limiter = start()
  const passed = addresses.filter((address) => {
    if (limiter.secondsToWait(address) !== undefined) return false
    limiter.count(address)
    return true
  })
  return passed.length
}

const times = (count: number, address: (index: number) => string) => Array.from({ length: count }, (_, i) => address(i))

test.each([
  ['one IPv4 address', 2, () => '192.0.2.1'],
  ['IPv4 addresses side by side', 100, (i: number) => `192.0.2.${i}`],
  ['one /64', 2, (i: number) => `2001:db8::${i}`],
  ['the /64s of one /56', 8, (i: number) => `2001:db8:0:${i.toString(16)}::1`],
  ['the /56s of one /48', 32, (i: number) => `2001:db8:0:${(i * 256).toString(16)}::1`],
  ['many /48s', 100, (i: number) => `2001:db8:${i.toString(16)}::1`],
])('rate limit: of a hundred requests from %s, %i pass', (_networks, passed, address) => {
  expect(flood(times(100, address))).toBe(passed)
})

test('network limit: each `of` is counted separately', () => {
  const limiter = start()
  for (const of of ['a', 'a', 'b']) limiter.count('192.0.2.1', of)
  expect(limiter.secondsToWait('192.0.2.1', 'a')).toBe(60)
  expect(limiter.secondsToWait('192.0.2.1', 'b')).toBeUndefined()
})
